import { describe, expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { hosted, hostedTest as test } from '../support/hosted-service.ts';
import type { Ended } from './support/command-lines.ts';
import { type Hook, payloads } from './support/hook-receiver.ts';

const PATIENT = { timeout: 60_000 };
const MERCHANT_KEYS = [
  'merchantId',
  'name',
  'status',
  'bankAccount',
  'apiKey',
  'webhookUrl',
  'webhookEnabled',
  'webhookSecret',
] as const;
type Merchant = Record<(typeof MERCHANT_KEYS)[number], unknown>;

const merchant = (...args: string[]) => hosted.run('bin/merchant.ts', ...args);
const transaction = (...args: string[]) => hosted.run('bin/transaction.ts', ...args);

/** The one line of JSON that a command prints. Nothing else may be printed. */
async function jsonOf<Content>(running: Promise<Ended>): Promise<Content> {
  const ended = await running;
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(ended.stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(ended.stdout) as Content;
}

async function created(hook: Hook): Promise<Merchant> {
  const args = ['create', '--name', 'Loja da Ana', '--webhook-url', hook.url, '--status', 'active', '--json'];
  return jsonOf<Merchant>(merchant(...args));
}

describe('the merchant command', PATIENT, () => {
  test('D18, D19: create --json prints the merchant, its key works, set-status applies immediately', async () => {
    const hook = hosted.hook();
    const made = await created(hook);
    expect(Object.keys(made)).toEqual(MERCHANT_KEYS);
    expect(made).toEqual({
      merchantId: expect.stringMatching(/^mer_/),
      name: 'Loja da Ana',
      status: 'active',
      bankAccount: 'sandbox',
      apiKey: expect.stringMatching(/^sk_/),
      webhookUrl: hook.url,
      webhookEnabled: true,
      webhookSecret: expect.stringMatching(/^whsec_/),
    });
    const init = () =>
      hosted.request('POST', '/api/v1/payments/init', {
        key: String(made.apiKey),
        body: { orderId: 'O-1', amount: 1 },
      });
    expect((await init()).status).toBe(200);
    const suspended = await jsonOf<Merchant>(merchant('set-status', String(made.merchantId), 'suspended', '--json'));
    expect(suspended).toEqual({ ...made, status: 'suspended' });
    expect((await init()).status).toBe(403);
    expect(await jsonOf<Merchant>(merchant('show', String(made.merchantId), '--json'))).toEqual(suspended);
    const { merchants } = await jsonOf<{ merchants: Merchant[] }>(merchant('list', '--json'));
    expect(merchants).toContainEqual(suspended);
    const [shown, listed] = await Promise.all([merchant('show', String(made.merchantId)), merchant('list')]);
    expect(shown.stdout).toMatch(/^bank account {4}sandbox$/m);
    expect(listed.stdout).toMatch(new RegExp(`^${made.merchantId} +suspended +sandbox +Loja da Ana$`, 'm'));
  });

  test('D19: a merchant is pending and without webhooks by default', async () => {
    const made = await jsonOf<Merchant>(merchant('create', '--name', 'Nova', '--json'));
    expect(made).toMatchObject({ status: 'pending', webhookUrl: null, webhookEnabled: false });
  });

  test('§6, D11: set-webhook sets URL and toggle; test-webhook sends an event also with the toggle off', async () => {
    const hook = hosted.hook();
    const { merchantId, ...made } = await created(hosted.hook());
    const id = String(merchantId);
    const moved = await jsonOf<Merchant>(merchant('set-webhook', id, '--url', hook.url, '--off', '--json'));
    expect(moved).toEqual({ ...made, merchantId, webhookUrl: hook.url, webhookEnabled: false });
    const sent = await jsonOf<{ transactionId: string }>(merchant('test-webhook', id, '--json'));
    expect(Object.keys(sent)).toEqual(['transactionId']);
    await eventually(() => hook.requests.length === 1);
    expect(payloads(hook)).toMatchObject([{ event: 'webhook.test', data: { id: sent.transactionId } }]);
    const on = await jsonOf<Merchant>(merchant('set-webhook', id, '--on', '--json'));
    expect(on).toEqual({ ...moved, webhookEnabled: true });
  });
});

describe('the transaction command', PATIENT, () => {
  test('§6.4.3: show --json prints the complete payment', async () => {
    const hook = hosted.hook();
    hook.answers = (number) => ({ status: number === 1 ? 500 : 200, body: 'sorry' });
    const { apiKey, merchantId } = await created(hook);
    const call = (path: string, body: unknown) =>
      hosted.request('POST', `/api/v1${path}`, { key: String(apiKey), body });
    const { json } = await call('/payments/init', { orderId: 'O-2', amount: 12.34 });
    const transactionId = String(json.transactionId);
    await call('/payments/mbway', { transactionId, phoneNumber: '910000000' });
    await eventually(() => hook.requests.length === 2);

    const detail = await eventually(async () => {
      const shown = await jsonOf<Record<string, unknown>>(transaction('show', transactionId, '--json'));
      return JSON.stringify(shown).includes('"delivered"') && shown;
    });
    const anAttempt = { startedAt: expect.any(String), durationMs: expect.any(Number) };
    expect(detail).toMatchObject({
      transactionId,
      merchantId,
      externalOrderId: 'O-2',
      amount: 12.34,
      status: 'paid',
      bank: { account: 'sandbox', paymentMethod: 'MBWAY', mb: null, attempts: [{ method: 'MBWAY', state: 'ended' }] },
      settlements: [
        {
          event: 'payment.success',
          delivery: {
            state: 'delivered',
            series: 1,
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
    const text = await transaction('show', transactionId);
    expect(text).toMatchObject({ status: 0, stderr: '' });
    for (const part of ['12.34 EUR', 'paid', 'payment.success', 'delivered', 'The server answered'])
      expect(text.stdout).toContain(part);
    expect(JSON.stringify(detail) + text.stdout).not.toContain('910000000');
  });

  test('an unknown id is one line and exit 1', async () => {
    const ended = await transaction('show', 'tx_unknown', '--json');
    expect(ended).toEqual({ status: 1, stdout: '', stderr: 'transaction not found: tx_unknown\n' });
    const other = await merchant('show', 'mer_unknown', '--json');
    expect(other).toEqual({ status: 1, stdout: '', stderr: 'merchant not found: mer_unknown\n' });
  });
});

test.each<[string, string[]]>([
  ['bin/merchant.ts', []],
  ['bin/merchant.ts', ['destroy']],
  ['bin/merchant.ts', ['create']],
  ['bin/merchant.ts', ['create', '--name', 'X', '--status', 'rich']],
  ['bin/merchant.ts', ['create', '--name', 'X', '--webhook-url', 'http://shop.example/hook']],
  ['bin/merchant.ts', ['create', '--name', 'X', '--webhook-url', 'https://10.0.0.1/hook']],
  ['bin/merchant.ts', ['set-status', 'mer_1']],
  ['bin/merchant.ts', ['set-webhook', 'mer_1', '--on', '--off']],
  ['bin/merchant.ts', ['set-webhook', 'mer_1']],
  ['bin/merchant.ts', ['list', '--jsno']],
  ['bin/merchant.ts', ['list', 'mer_1']],
  ['bin/merchant.ts', ['list', '--why', 'x']],
  ['bin/merchant.ts', ['set-status', 'mer_1', 'active', 'pending']],
  ['bin/transaction.ts', ['show', 'tx_1', 'tx_2']],
  ['bin/deliveries.ts', ['list', 'tx_1']],
  ['bin/deliveries.ts', ['list', '--dry-run']],
  ['bin/deliveries.ts', ['show', 'tx_1', '--state', 'skipped']],
  ['bin/deliveries.ts', ['resend', 'tx_1', '--why', 'x', '--merchant', 'mer_1']],
  ['bin/deliveries.ts', ['resend', '--state', 'skipped', '--why', 'x', '--event', 'evt_1', '--dry-run']],
  ['bin/deliveries.ts', ['redrive', 'retries', '--dry-run']],
  ['bin/deliveries.ts', ['redrive', '--merchant', 'mer_1', '--dry-run']],
  ['bin/deliveries.ts', ['redrive', '--from', '2030-01-01', '--dry-run']],
  ['bin/exceptions.ts', ['list', 'tx_1']],
  ['bin/totals.ts', ['show', '--from', '2026-11-20', '--back', '3']],
  ['bin/clock.ts', ['show', '4m']],
  ['bin/docs.ts', ['now']],
  ['bin/transaction.ts', []],
  ['bin/transaction.ts', ['show']],
  ['bin/transaction.ts', ['delete', 'tx_1']],
])('wrong usage exits with 2 and changes nothing: %s %j', PATIENT, async (script, args) => {
  const ended = await hosted.run(script, ...args);
  expect(ended.status).toBe(2);
  expect(ended.stdout + ended.stderr).toMatch(/--help|npm run/);
});
