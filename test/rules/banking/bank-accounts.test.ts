import { describe, expect, test } from 'vitest';
import type { BankAccount } from '../../../functions/banking/account.ts';
import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import type { HttpRequest } from '../../../functions/banking/http-call.ts';

const ACCOUNT: BankAccount = {
  name: 'main',
  provider: 'sibs',
  baseUrl: 'https://bank.example/v2/',
  secretId: 'bank/main',
  minimumCents: { MBWAY: 1, REFERENCE: 1 },
  referenceDays: 3,
};
const SECRET = {
  clientId: 'client-1',
  token: 'token-1',
  terminalId: '58019',
  entity: '24000',
  notificationKey: Buffer.alloc(32, 7).toString('base64'),
};

function setUp(firstSecret: string, account = ACCOUNT) {
  const state = { nowMs: 1_000_000, secret: firstSecret, reads: [] as string[], calls: [] as HttpRequest[] };
  const accounts = bankAccounts({
    accounts: [account],
    clock: () => state.nowMs,
    readSecret: async (secretId) => {
      state.reads.push(secretId);
      if (state.secret === 'away') throw new Error('secrets are away');
      return state.secret;
    },
    call: async (request) => {
      state.calls.push(request);
      return { kind: 'no-answer', detail: 'deadline' };
    },
  });
  return { state, accounts };
}

describe('a bank account', () => {
  test('is found by its exact name only', async () => {
    const { accounts, state } = setUp(JSON.stringify(SECRET));
    expect(accounts.account('main')).toBe(ACCOUNT);
    expect(accounts.account('other')).toBeUndefined();
    expect(await accounts.bank('other')).toBeUndefined();
    expect(state.reads).toEqual([]);
  });

  test('opens a bank that uses its credentials', async () => {
    const { accounts, state } = setUp(JSON.stringify(SECRET));
    expect(await (await accounts.bank('main'))?.askStatus('s2')).toMatchObject({ kind: 'unknown' });
    expect(state.calls).toMatchObject([
      { url: 'https://bank.example/v2/payments/s2/status', headers: { Authorization: 'Bearer token-1' } },
    ]);
  });

  test.each([
    [undefined, '000'],
    ['000', '000'],
    ['200', '200'],
  ] as const)('with the acknowledgement %s answers a notification with %s', async (setting, statusCode) => {
    const account = { ...ACCOUNT, ...(setting && { acknowledgementCode: setting }) };
    const bank = await setUp(JSON.stringify(SECRET), account).accounts.bank('main');
    expect(JSON.parse(bank?.acknowledge('n1').body ?? '')).toMatchObject({ statusCode, notificationID: 'n1' });
  });

  test('reads its secret at most once a minute, so that a rotation takes effect', async () => {
    const { accounts, state } = setUp(JSON.stringify(SECRET));
    await Promise.all([accounts.bank('main'), accounts.bank('main')]);
    state.secret = JSON.stringify({ ...SECRET, token: 'token-2' });
    state.nowMs += 59_999;
    await (await accounts.bank('main'))?.askStatus('s2');
    expect(state.reads).toEqual(['bank/main']);
    state.nowMs += 1;
    await (await accounts.bank('main'))?.askStatus('s2');
    expect(state.reads).toHaveLength(2);
    expect(state.calls.map(({ headers }) => headers.Authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('reads its secret again immediately after a failure', async () => {
    const { accounts, state } = setUp('away');
    await expect(accounts.bank('main')).rejects.toThrow('secrets are away');
    state.secret = JSON.stringify(SECRET);
    expect(await accounts.bank('main')).toBeDefined();
  });
});

describe('a malformed secret stops the account with the names of its fields and no value:', () => {
  test.each<[string, string, string]>([
    ['not JSON', 'token-1', 'bank account main: its secret is not JSON'],
    ['not an object', '"token-1"', 'bank account main: missing or malformed in its secret: the complete secret'],
    [
      'no token',
      JSON.stringify({ ...SECRET, token: undefined }),
      'bank account main: missing or malformed in its secret: token',
    ],
    [
      'a short key',
      JSON.stringify({ ...SECRET, notificationKey: 'c2VjcmV0' }),
      'bank account main: missing or malformed in its secret: notificationKey',
    ],
    [
      'several',
      JSON.stringify({ ...SECRET, entity: '1', terminalId: 'x' }),
      'bank account main: missing or malformed in its secret: terminalId, entity',
    ],
  ])('%s', async (_, secret, message) => {
    const { accounts } = setUp(secret);
    await expect(accounts.bank('main')).rejects.toThrow(new Error(message));
  });
});
