import { describe, expect } from 'vitest';
import type { AccountRow } from '../../../../functions/dashboard/accounts/account.ts';
import type { HistoryRow } from '../../../../functions/dashboard/accounts/history.ts';
import { rig, apiTest as test } from '../../../rig/page-functions.ts';

const ROUTE = 'PUT /merchant/company';
const COMPANY = { name: 'Padaria São João, Lda', nif: '501964843', contact: 'Ana, 912 345 678' };

async function newcomer() {
  const claims = await rig.user();
  const { merchantId } = (await rig.call('GET /me', claims)).body.merchant as { merchantId: string };
  const operator = await rig.user(undefined, { 'cognito:groups': 'operator' });
  const seen = async () => (await rig.call('GET /me/account', operator, { merchantId })).body;
  const row = async () =>
    ((await rig.call('POST /finance/accounts/search', operator, {})).body.accounts as AccountRow[]).find(
      (each) => each.merchantId === merchantId,
    );
  return { claims, merchantId, seen, row };
}

describe('the company of a merchant', () => {
  test('is stored on the account, tidied and with unseen characters named; before it is given there is none', async () => {
    const { claims, seen, row } = await newcomer();
    expect([(await seen()).company, (await row())?.company]).toEqual([null, null]);
    const typed = { name: ' Padaria\u202E São João,\n Lda', nif: 'PT 501 964 843', contact: '\uFEFFAna, 912 345 678' };
    expect((await rig.call(ROUTE, claims, typed)).body).toEqual({ kind: 'saved' });
    const [name, contact] = ['Padaria⟨U+202E⟩ São João, Lda', '⟨U+FEFF⟩Ana, 912 345 678'];
    const { nif } = COMPANY;
    expect((await seen()).company).toEqual({ name, nif, contact });
    expect((await row())?.company).toEqual({ name, nif });
    expect((await rig.call('GET /me', claims)).body.merchant).toMatchObject({ company: { name, nif } });
  });

  test('changes in the history with name and NIF, and without any contact; the same again is no change', async () => {
    const { claims, merchantId } = await newcomer();
    await rig.call(ROUTE, claims, COMPANY);
    await rig.call(ROUTE, claims, COMPANY);
    await rig.call(ROUTE, claims, { ...COMPANY, contact: 'rui@padaria.example' });
    await rig.call(ROUTE, claims, { ...COMPANY, nif: '507104560', contact: 'rui@padaria.example' });
    const { name: company, nif } = COMPANY;
    const { body } = await rig.call('POST /me/history/search', claims);
    const entries = (body.entries as HistoryRow[]).filter(({ action }) => action === 'account.company');
    expect(entries.map(({ who, before, after }) => ({ who, before, after }))).toEqual([
      { who: claims.email, before: { company, nif }, after: { company, nif: '507104560' } },
      { who: claims.email, before: { company, nif }, after: { company, nif, contactChanged: true } },
      { who: claims.email, before: { company: null, nif: null }, after: { company, nif, contactChanged: true } },
    ]);
    // The only contact anywhere is the current one.
    const stored = Object.entries(await rig.everything()).filter(([key]) => key.includes(merchantId));
    expect(JSON.stringify(stored)).not.toContain('912 345 678');
    expect(stored.filter(([, item]) => JSON.stringify(item).includes('rui@'))).toHaveLength(1);
    for (const text of ['912 345 678', 'rui@', nif, '507104560', 'Padaria']) {
      expect(rig.log.join('')).not.toContain(text);
    }
  });

  test.each([
    ['name', ' \u202E ', 'name is required'],
    ['name', '\u2060\u3164', 'name is required'],
    ['name', 'x'.repeat(101), 'name is too long: at most 100 characters'],
    ['name', 'whsec_abc', 'name must not hold a key or a secret: it is stored and shown'],
    ['nif', '501964842', 'nif must have nine digits, the last of which checks the others'],
    ['contact', 'Ana', 'contact must hold an e-mail address or a telephone number'],
  ])('is refused where %s is %j, by its name and without the value', async (field, value, error) => {
    const { claims, seen } = await newcomer();
    const answer = await rig.call(ROUTE, claims, { ...COMPANY, [field]: value });
    expect([answer.status, answer.body]).toMatchObject([400, { error, field }]);
    expect((await seen()).company).toBeNull();
  });

  test('cannot be changed on a refused account', async () => {
    const { merchantId } = await rig.accounts.create({ name: 'Shop', status: 'refused', bankAccount: 'main' });
    expect((await rig.call(ROUTE, await rig.user(merchantId), COMPANY)).status).toBe(403);
  });
});
