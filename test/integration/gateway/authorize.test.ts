import { beforeEach, describe, expect } from 'vitest';
import { type AuthorizeDependencies, authorize } from '../../../functions/gateway/authorize.ts';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';
import { newApiKey } from '../../../functions/merchants/keys/api-key.ts';
import { authorizerEvent } from '../../rig/api-event.ts';
import { client, test } from '../../rig/engine.ts';
import { accountsIn, authorizerIn, recordingLogger } from '../../rig/wired.ts';

let apiKey: string;
let merchantId: string;
const BEGIN_MS = 1_800_000_000_000;
let nowMs = BEGIN_MS;
let address: string;
let addresses = 0;
test.beforeAll(async () => {
  ({ apiKey, merchantId } = await create('active'));
});
beforeEach(() => {
  nowMs = BEGIN_MS;
  addresses += 1;
  address = `203.0.113.${addresses}`;
});

const clock = () => nowMs;
const create = (status: AccountStatus) =>
  accountsIn(client, clock).create({ name: 'Shop', status, bankAccount: 'main' });

function authorizer(changes: Partial<AuthorizeDependencies> = {}) {
  const { logger, lines } = recordingLogger();
  const run = authorize({
    ...authorizerIn(client, clock, logger),
    withinLimitKey: 'within',
    overLimitKey: 'over',
    ...changes,
  });
  const ask = (headers: [string, string][] = [['Authorization', `Bearer ${apiKey}`]]) =>
    run(authorizerEvent(address, headers));
  return { ask, lines };
}
const statement = (effect: string) => ({ policyDocument: { Statement: [{ Effect: effect }] } });

describe('§5.1.1, §5.1.3: the Authorization header', () => {
  test.each<[string, string, (key: string) => string]>([
    ['as the contract writes it', 'Authorization', (key) => `Bearer ${key}`],
    ['with a lower-case name', 'authorization', (key) => `Bearer ${key}`],
  ])('%s admits the merchant', async (_, name, value) => {
    const answer = await authorizer().ask([[name, value(apiKey)]]);
    expect(answer).toMatchObject({
      ...statement('Allow'),
      principalId: merchantId,
      usageIdentifierKey: 'within',
      context: { merchantId, bankAccount: 'main', remaining: '29', reset: '60' },
    });
  });

  test.each<[string, (key: string) => [string, string][]]>([
    ['missing', () => []],
    [
      'sent twice in two spellings',
      (key) => [
        ['Authorization', `Bearer ${key}`],
        ['authorization', `Bearer ${key}`],
      ],
    ],
  ])('%s is 401, by the exact message that API Gateway requires', async (_, headers) => {
    await expect(authorizer().ask(headers(apiKey))).rejects.toThrow(/^Unauthorized$/);
  });

  test('and a refused value is never logged (invariant 7)', async () => {
    const { ask, lines } = authorizer();
    const foreign = newApiKey();
    await ask([['Authorization', `Bearer ${foreign}`]]).catch(() => undefined);
    expect(JSON.stringify(lines)).not.toContain(foreign.slice(3, 20));
  });
});

describe('§5.1.4, D19: an account that is not active', () => {
  test.each([
    ['pending', 'account is not active: it is pending approval'],
    ['suspended', 'account is not active: it is suspended'],
    ['refused', 'account is not active: it was refused'],
  ] as const)('that is %s is denied with its text', async (status, reason) => {
    const merchant = await create(status);
    const answer = await authorizer().ask([['Authorization', `Bearer ${merchant.apiKey}`]]);
    expect(answer).toMatchObject({ ...statement('Deny'), context: { reason } });
    expect(answer).not.toHaveProperty('usageIdentifierKey');
  });
});

describe('D16: over the limit comes before 401 and 403', () => {
  const LIMITED = { ...statement('Allow'), principalId: 'over-limit', usageIdentifierKey: 'over' };

  async function useUp(ask: (headers?: [string, string][]) => Promise<unknown>): Promise<void> {
    for (let count = 0; count < 30; count += 1) await ask([]).catch(() => undefined);
  }

  test.each<[string, () => Promise<[string, string][]>]>([
    ['a good key', async () => [['Authorization', `Bearer ${apiKey}`]]],
    ['no key', async () => []],
    ['an unknown key', async () => [['Authorization', `Bearer ${newApiKey()}`]]],
    ['a suspended account', async () => [['Authorization', `Bearer ${(await create('suspended')).apiKey}`]]],
  ])('with %s', async (_, headers) => {
    const { ask } = authorizer();
    await useUp(ask);
    nowMs += 12_345;
    expect(await ask(await headers())).toMatchObject({ ...LIMITED, context: { limited: 'true', retryAfter: '48' } });
  });

  test('refused calls do not count: the next is admitted exactly when Retry-After allows (D15)', async () => {
    const { ask } = authorizer();
    await useUp(ask);
    for (nowMs += 5_000; nowMs < 1_800_000_060_000; nowMs += 5_000) await ask();
    expect(await ask()).toMatchObject({ usageIdentifierKey: 'within' });
  });

  test('a remembered refusal costs no further write in its environment', async () => {
    let writes = 0;
    const { meter } = authorizerIn(client);
    const counting: AuthorizeDependencies['meter'] = (...args) => {
      writes += 1;
      return meter(...args);
    };
    const { ask } = authorizer({ meter: counting });
    await useUp(ask);
    for (let count = 0; count < 20; count += 1) expect(await ask()).toMatchObject(LIMITED);
    expect(writes).toBe(31);
  });

  test('also when the lookup of the key fails', async () => {
    const { ask } = authorizer({ findApiKey: async () => Promise.reject(new Error('table away')) });
    for (let count = 0; count < 30; count += 1) await ask().catch(() => undefined);
    expect(await ask()).toMatchObject(LIMITED);
  });
});

describe('D15: when a part of the service fails', () => {
  const broken = async () => Promise.reject(new Error('table away'));

  test('the metering: the request is served, and the alarm counts one ERROR line', async () => {
    const { ask, lines } = authorizer({ meter: broken });
    const answer = await ask();
    expect(answer).toMatchObject({ ...statement('Allow'), usageIdentifierKey: 'within' });
    expect(answer.context).toEqual({ merchantId, bankAccount: 'main' });
    expect(lines).toMatchObject([{ level: 'error', message: 'metering failed', errorMessage: 'table away' }]);
  });

  test('the metering: 401 and 403 are unchanged', async () => {
    const { ask } = authorizer({ meter: broken });
    await expect(ask([])).rejects.toThrow(/^Unauthorized$/);
    const { apiKey: key } = await create('pending');
    expect(await ask([['Authorization', `Bearer ${key}`]])).toMatchObject(statement('Deny'));
  });

  test('the lookup of the key: 500, never 401', async () => {
    const { ask, lines } = authorizer({ findApiKey: broken });
    await expect(ask()).rejects.toThrow('table away');
    expect(lines).toMatchObject([{ level: 'error', message: 'key lookup failed' }]);
  });
});
