import { userInfo } from 'node:os';
import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { eventually } from '../../support/eventually.ts';
import { type CommandShell, commandShell, type Ended } from '../support/command-lines.ts';
import { type Hook, payloads } from '../support/hook-receiver.ts';
import { hosted, hostedTest as test } from '../support/hosted-test.ts';
import type { Shop } from '../support/shop.ts';

let command: CommandShell;
test.beforeAll(() => {
  const { shell, close } = commandShell(hosted.folder);
  command = shell;
  return async () => void (await close());
});

/** The one line of JSON that a command prints. Nothing else may be printed. */
async function jsonOf<Content = Record<string, unknown>>(...line: [string, ...string[]]): Promise<Content> {
  return jsonIn(await command(...line, '--json'));
}

function jsonIn<Content>(ended: Ended): Content {
  expect(ended).toMatchObject({ status: 0 });
  expect(ended.stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(ended.stdout) as Content;
}

/** The answer of `npm run api`. */
const api = async <Content = Record<string, unknown>>(...line: string[]): Promise<Content> =>
  jsonIn(await command('api', ...line));

const MERCHANT_KEYS = [
  'merchantId',
  'name',
  'status',
  'bankAccount',
  'apiKey',
  'webhookUrl',
  'webhookEnabled',
  'hourlyResend',
  'webhookSecret',
] as const;
type Merchant = Record<(typeof MERCHANT_KEYS)[number], string | boolean | null> & {
  merchantId: string;
  apiKey: string;
};

const who = userInfo().username;
const CREATE = ['create', '--name', 'Loja da Ana', '--status', 'active'];
const created = (hook: Hook) => jsonOf<Merchant>('merchant', ...CREATE, '--webhook-url', hook.url);

describe('the merchant command', () => {
  test('D18, D19: create --json prints the merchant, its key works, set-status applies immediately', async () => {
    const hook = hosted.hook();
    // A process of its own, as an operator starts it.
    const running = hosted.run('bin/merchant.ts', ...CREATE, '--webhook-url', hook.url, '--json');
    const made = jsonIn<Merchant>(await running);
    expect(Object.keys(made)).toEqual(MERCHANT_KEYS);
    expect(made).toEqual({
      merchantId: expect.stringMatching(/^mer_/),
      name: 'Loja da Ana',
      status: 'active',
      bankAccount: 'sandbox',
      apiKey: expect.stringMatching(/^sk_/),
      webhookUrl: hook.url,
      webhookEnabled: true,
      hourlyResend: false,
      webhookSecret: expect.stringMatching(/^whsec_/),
    });
    const { merchantId, apiKey } = made;
    expect(await hosted.statusWith(apiKey)).toBe(200);
    const suspended = await jsonOf<Merchant>('merchant', 'set-status', merchantId, 'suspended');
    expect(suspended).toEqual({ ...made, status: 'suspended' });
    expect(await hosted.statusWith(apiKey)).toBe(403);
    expect(await jsonOf('merchant', 'show', merchantId)).toEqual(suspended);
    const { merchants } = await jsonOf<{ merchants: Merchant[] }>('merchant', 'list');
    expect(merchants).toContainEqual(suspended);
    expect((await command('merchant', 'show', merchantId)).stdout).toMatch(/^bank account {4}sandbox$/m);
    const listed = new RegExp(`^${merchantId} +suspended +sandbox +Loja da Ana$`, 'm');
    expect((await command('merchant', 'list')).stdout).toMatch(listed);
  });

  test('D19: a merchant is pending and without webhooks by default', async () => {
    const made = await jsonOf('merchant', 'create', '--name', 'Nova');
    expect(made).toMatchObject({ status: 'pending', webhookUrl: null, webhookEnabled: false });
  });

  test('§6: a webhook URL that is not https, or leads to a private address, is refused: status 2', async () => {
    for (const url of ['http://shop.example/hook', 'https://10.0.0.1/hook'])
      expect(await command('merchant', 'create', '--name', 'X', '--webhook-url', url)).toMatchObject({ status: 2 });
  });

  test('§6, D11: set-webhook sets URL and toggle; test-webhook sends an event also with the toggle off', async () => {
    const hook = hosted.hook();
    const made = await created(hosted.hook());
    const { merchantId } = made;
    const moved = await jsonOf('merchant', 'set-webhook', merchantId, '--url', hook.url, '--off');
    expect(moved).toEqual({ ...made, webhookUrl: hook.url, webhookEnabled: false });
    const sent = await jsonOf('merchant', 'test-webhook', merchantId);
    expect(Object.keys(sent)).toEqual(['transactionId']);
    await eventually(() => hook.requests.length === 1);
    expect(payloads(hook)).toMatchObject([{ event: 'webhook.test', data: { id: sent.transactionId } }]);
    const hourly = await jsonOf('merchant', 'set-webhook', merchantId, '--on', '--hourly-resend', 'on');
    expect(hourly).toEqual({ ...moved, webhookEnabled: true, hourlyResend: true });
    const off = await jsonOf('merchant', 'set-webhook', merchantId, '--hourly-resend', 'off');
    expect(off, 'the toggle stays').toEqual({ ...moved, webhookEnabled: true });
  });

  test('rotates an API key and ends the old one, effective immediately, with the person in the history', async () => {
    const { merchantId, apiKey: old } = await created(hosted.hook());
    const rotation = ['rotate-api-key', merchantId, '--overlap', '2h', '--why', 'leak'];
    const rotated = await jsonOf<Merchant & { apiKeyRotation: object }>('merchant', ...rotation);
    expect(rotated.apiKeyRotation).toMatchObject({ previousApiKey: old });
    expect([await hosted.statusWith(old), await hosted.statusWith(rotated.apiKey)]).toEqual([200, 200]);
    expect(await command('merchant', 'rotate-api-key', merchantId)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('end it first with end-old-api-key'),
    });
    expect((await command('merchant', 'show', merchantId)).stdout).toContain(`old API key     ${old} valid until`);

    const ended = await jsonOf('merchant', 'end-old-api-key', merchantId);
    expect(ended.apiKeyRotation).toBeUndefined();
    expect([await hosted.statusWith(old), await hosted.statusWith(rotated.apiKey)]).toEqual([401, 200]);
    const history = await command('api', 'POST', '/me/history/search', JSON.stringify({ merchantId }));
    const { entries } = jsonIn<{ entries: object[] }>(history);
    expect(entries.slice(0, 2)).toMatchObject([
      { who, action: 'api-key.old-ended' },
      { who, action: 'api-key.rotated', why: 'leak' },
    ]);
    expect(history.stdout).not.toContain('sk_');
  });
});

describe('the commands for one transaction', () => {
  test('§6.4.3: show --json prints the complete payment; the API resends its event', async () => {
    const shop = await hosted.shop();
    shop.hook.answers = (number) => ({ status: number === 1 ? 500 : 200, body: 'sorry' });
    const transactionId = await shop.init(12.34, 'O-2');
    await shop.mbway(transactionId, '910000000');
    await eventually(async () => (await hosted.detail(transactionId)).settlements[0]?.delivery.state === 'delivered');
    const anAttempt = { startedAt: expect.any(String), durationMs: expect.any(Number) };
    const shown = await command('transaction', 'show', transactionId, '--json');
    expect(jsonIn(shown)).toMatchObject({
      transactionId,
      merchantId: shop.account.merchantId,
      externalOrderId: 'O-2',
      amount: 12.34,
      status: 'paid',
      bank: { account: 'sandbox', paymentMethod: 'MBWAY', mb: null, attempts: [{ method: 'MBWAY', state: 'ended' }] },
      settlements: [
        {
          event: 'payment.success',
          delivery: {
            state: 'delivered',
            resends: 0,
            nextAttemptAt: null,
            attempts: [
              { number: 1, ...anAttempt, outcome: 'status', statusCode: 500, answer: 'sorry' },
              { number: 2, ...anAttempt, outcome: 'delivered', statusCode: 200, answer: null },
            ],
          },
        },
      ],
      exceptions: [],
      refunds: [],
    });
    const text = await command('transaction', 'show', transactionId);
    expect(text).toMatchObject({ status: 0, stderr: '' });
    for (const part of ['12.34 EUR', 'paid', 'payment.success', 'delivered', 'The server answered'])
      expect(text.stdout).toContain(part);
    expect(shown.stdout + text.stdout).not.toContain('910000000');

    const { settlements } = jsonIn<{ settlements: { eventId: string }[] }>(shown);
    const body = JSON.stringify({ eventId: settlements[0]?.eventId, why: 'a repeat' });
    expect(await api('POST', `/me/transactions/${transactionId}/resend`, body)).toMatchObject({ kind: 'resent' });
    await eventually(() => shop.hook.requests.length === 3);
    expect(payloads(shop.hook)[2]).toEqual(payloads(shop.hook)[0]);
  });

  test('name an id that is unknown in one line, with status 1', async () => {
    expect(await command('transaction', 'show', 'tx_unknown', '--json')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'transaction not found: tx_unknown\n',
    });
    expect(await command('merchant', 'show', 'mer_unknown')).toMatchObject({ status: 1, stdout: '' });
  });
});

describe('npm run api', () => {
  let shop: Shop;
  let open: Record<string, unknown> = {};

  // In order: each continues with what the previous one has left.
  test('lists what needs review, and writes the person of the operating system into the record', async () => {
    shop = await hosted.shop();
    // The customer confirms one cent less.
    const transactionId = await shop.init(12.34, 'PART-1');
    await shop.mbway(transactionId, '910000016');
    const search = JSON.stringify({ merchantId: shop.account.merchantId, state: 'open' });
    const found = await eventually(async () => {
      const { exceptions } = await api<{ exceptions: Record<string, unknown>[] }>(
        'POST',
        '/me/exceptions/search',
        search,
      );
      return exceptions[0];
    });
    expect(found).toMatchObject({ kind: 'underpaid', transactionId, received: 12.33, notes: [], closed: null });
    open = { transactionId, exceptionId: found.exceptionId };
    const noted = await api('POST', '/finance/exceptions/note', JSON.stringify({ ...open, text: 'asked the shop' }));
    expect(noted).toEqual({ kind: 'noted' });
    const { exceptions } = await api<{ exceptions: unknown[] }>('POST', '/me/exceptions/search', search);
    expect(exceptions).toMatchObject([{ notes: [{ by: who, text: 'asked the shop' }] }]);
  });

  test('closes an exception once: the second time is refused, on standard error and with status 1', async () => {
    const close = (outcome: string) => JSON.stringify({ ...open, outcome, note: 'agreed' });
    expect(await api('POST', '/finance/exceptions/close', close('kept'))).toEqual({ kind: 'closed' });
    const again = await command('api', 'POST', '/finance/exceptions/close', close('shipped'));
    expect(again).toMatchObject({ status: 1, stdout: '' });
    expect(JSON.parse(again.stderr)).toMatchObject({ status: 400, problem: { code: 'exception-closed', by: who } });
  });

  test('suspends an account, whose next call is refused', async () => {
    const { merchantId, apiKey } = shop.account;
    const status = { status: 'suspended', why: 'asked by phone' };
    const path = `/operator/accounts/${merchantId}/status`;
    expect(await api('PUT', path, JSON.stringify(status))).toMatchObject({ kind: 'changed' });
    expect(await hosted.statusWith(apiKey)).toBe(403);
    const { entries } = await api<{ entries: unknown[] }>('POST', '/me/history/search', JSON.stringify({ merchantId }));
    expect(entries[0]).toMatchObject({ action: 'account.status', who, why: 'asked by phone' });
  });

  test('takes a list to its end with --repeat, a line for each answer', async () => {
    const listed = await command('api', 'POST', '/finance/accounts/search', '{"limit":1}', '--repeat');
    const pages = listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { accounts: unknown[]; cursor: unknown });
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.at(-1)?.cursor).toBeNull();
    const single = await api<{ accounts: unknown[] }>('POST', '/finance/accounts/search', '{}');
    expect(pages.flatMap(({ accounts }) => accounts)).toEqual(single.accounts);
  });

  test.each([
    [
      'a merchant that does not exist',
      ['POST', '/me/totals', '{"merchantId":"mer_none","of":"movements","from":"2026-11-01","to":"2026-11-02"}'],
      1,
      'merchant not found',
    ],
    ['a field that is missing', ['POST', '/me/totals', '{}'], 1, 'from is required'],
    ['a route of a merchant alone', ['POST', '/merchant/secrets/api-key/rotate'], 2, 'a merchant alone may call it'],
    ['a route that is none', ['GET', '/me/nothing'], 2, 'no such route'],
    ['a wrong method', ['PUT', '/me/totals', '{}'], 2, '/me/totals takes POST, not PUT'],
    ['a field that is none', ['POST', '/me/undelivered/resend', '{"dry":true,"why":"x"}'], 2, 'dry is not a field of'],
    ['a body that is no JSON object', ['POST', '/me/totals', '[]'], 2, 'must be a JSON object'],
  ])('refuses %s in one line', async (_, args, status, words) => {
    const ended = await command('api', ...args);
    expect(ended).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(words) });
    expect(ended.stderr).not.toContain('    at ');
  });

  test('alone lists every route with its fields, and those that only a merchant may call', async () => {
    const { status, stdout } = await command('api');
    expect(status).toBe(0);
    expect(stdout).toMatch(/POST \/finance\/nights\/again +day: 2026-11-20, bankAccount\n/);
    expect(stdout).toMatch(/POST \/me\/undelivered\/search .*, state\?: not_delivered\|skipped\n/);
    expect(stdout).toMatch(/refused here[\s\S]*POST \/merchant\/secrets\/api-key\/reveal/);
  });
});

test('transaction show names the fields of an item that it cannot read, and fails', async () => {
  const { client, transactionsTable: TableName } = hosted;
  const key = { transactionId: 'tx_unreadable', item: 'main' };
  await client.send(new PutItemCommand({ TableName, Item: toAttributes({ ...key, merchantId: 'mer_a' }) }));
  const shown = await command('transaction', 'show', key.transactionId);
  await client.send(new DeleteItemCommand({ TableName, Key: toAttributes(key) }));
  expect(shown).toMatchObject({ status: 1, stdout: '' });
  expect(shown.stderr).toMatch(/^item main of tx_unreadable does not match its schema: [\w, ]+\n$/);
});
