import { describe, expect, test } from 'vitest';
import { accountNameOf, signedIn } from '../../../functions/dashboard/signed-in.ts';

const ID = 'a-sub-of-the-issuer';
const CLAIMS = { sub: ID, email: 'ana@shop.example', email_verified: 'true', token_use: 'id' };
const caller = (changed: object) => {
  const found = signedIn({ claims: { ...CLAIMS, ...changed } });
  if (!found) throw new Error('nobody signed in');
  return found;
};

test.each([
  [undefined, ['merchant']],
  ['[]', ['merchant']],
  ['finance,operator', ['finance', 'operator']],
  ['[finance operator]', ['finance', 'operator']],
  ['operator merchant', ['merchant', 'operator']],
  ['["finance"]', ['finance']],
  [
    ['finance', 'operator'],
    ['finance', 'operator'],
  ],
  ['operators', []],
  ['not-operator', []],
])('the roles in groups %j are %j', (groups, roles) => {
  expect(caller({ 'cognito:groups': groups }).roles).toEqual(roles);
});

test.each([
  ['a verified address', {}, CLAIMS.email],
  ['the user’s id where the address is not verified', { email_verified: 'false' }, ID],
  ['the user’s id where the address is too long to keep', { email: `${'a'.repeat(120)}@shop.example` }, ID],
  ['the user’s id where the address looks like a secret', { email: 'whsec_@shop.example' }, ID],
])('the author of a change is %s', (_, changed, who) => {
  expect(caller(changed).who).toBe(who);
});

describe('the name of a new account', () => {
  test.each([
    ['the name in the token', { name: '  Café  ' }, 'Café'],
    ['the address where there is no name', { name: '' }, CLAIMS.email],
    ['on one line, with unseen characters named', { name: 'A\nB\u0000\u202eC' }, 'A B⟨U+0000⟩⟨U+202E⟩C'],
    ['cut to 100 characters', { name: '😀'.repeat(300) }, '😀'.repeat(100)],
    ['the user’s id if the name looks like a secret, which the history must not hold', { name: 'whsec_mine' }, ID],
  ])('is %s', (_, changed, name) => {
    expect(accountNameOf(caller(changed))).toBe(name);
  });
});
