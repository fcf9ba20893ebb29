import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type HostedService, payOnce, startHostedService } from '../support/hosted-service.ts';
import { php, python } from '../support/receivers/toolchains.ts';
import { type HookRequest, payloads } from './support/hook-receiver.ts';
import type { Shop } from './support/shop.ts';

let hosted: HostedService;
// Needs a host with an unmoved clock: the verifying libraries use the machine's clock.
beforeAll(async () => {
  hosted = await startHostedService();
});
beforeAll(() => payOnce(hosted));
afterAll(() => hosted.stop());

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A paid transaction and the first request that its shop's endpoint got for it. */
async function paidWebhook(shop: Shop, amount: number, orderId: string) {
  const transactionId = await shop.init(amount, orderId);
  expect((await shop.mbway(transactionId, '910000002')).status).toBe(200);
  await hosted.control('POST', `/payments/${transactionId}/approve`);
  const request = await eventually(() => shop.hook.requests[0]);
  return { transactionId, request };
}

const headerOf = ({ headers }: HookRequest, wanted: string) => headers.find(([name]) => name === wanted)?.[1] ?? '';

/** The HMAC by openssl, independent of the service. */
async function opensslHmac(body: Buffer, key: string): Promise<string> {
  const running = promisify(execFile)('openssl', ['dgst', '-sha256', '-hmac', key, '-hex', '-r']);
  running.child.stdin?.end(body);
  const { stdout } = await running;
  return stdout.split(' ')[0] ?? '';
}

/** Programs that parse an answer of `GET /events` and sign the text of its first event with the secret. */
const READERS: Record<string, string[]> = {
  Node: [
    process.execPath,
    '-e',
    `const { events } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
    const hmac = require('node:crypto').createHmac('sha256', process.argv[1]).update(events[0].body).digest('hex');
    console.log('sha256=' + hmac);`,
  ],
  PHP: [
    'php',
    '-r',
    `$answer = json_decode(file_get_contents('php://stdin'));
    echo 'sha256=' . hash_hmac('sha256', $answer->events[0]->body, $argv[1]);`,
  ],
  Python: [
    'python3',
    '-c',
    `import hashlib, hmac, json, sys
body = json.load(sys.stdin.buffer)["events"][0]["body"].encode()
print("sha256=" + hmac.new(sys.argv[1].encode(), body, hashlib.sha256).hexdigest())`,
  ],
};

describe('a received webhook', () => {
  test('§6.2, D14: is a POST, and its headers have the values of the specification', async () => {
    const shop = await hosted.shop();
    const { request } = await paidWebhook(shop, 10.5, 'C-1');
    expect(request.method).toBe('POST');
    expect(headerOf(request, 'Content-Type')).toBe('application/json');
    expect(headerOf(request, 'User-Agent')).toBe('Service-Webhook/1.0');
    expect(headerOf(request, 'X-Service-Event')).toBe('payment.success');
    expect(headerOf(request, 'X-Service-Signature')).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(headerOf(request, 'Content-Length')).toBe(String(request.body.length));
  });

  test('§5.2.2: openssl computes the same signature of the raw body, with a Unicode order id', async () => {
    const shop = await hosted.shop();
    const { request } = await paidWebhook(shop, 12, 'Encomenda nº 7 ☕ "/\\" 👩‍🍳');
    const hmac = await opensslHmac(request.body, shop.account.webhookSecret);
    expect(headerOf(request, 'X-Service-Signature')).toBe(`sha256=${hmac}`);
    expect(payloads(shop.hook)[0]?.data.externalOrderId).toBe('Encomenda nº 7 ☕ "/\\" 👩‍🍳');
  });

  test.each(Object.keys(READERS))(
    'its signature is that of the body in GET /events, parsed by %s',
    async (language) => {
      const lacking = { PHP: php.lacking, Python: python.lacking }[language];
      if (lacking && !process.env.CI) return console.log(`${language} not run: ${lacking} is missing`);
      const shop = await hosted.shop();
      const { transactionId, request } = await paidWebhook(shop, 12, 'Encomenda nº 7 ☕ "/\\" 👩‍🍳');
      const { json, text } = await eventually(async () => {
        const answer = await shop.call('GET', '/events', { localAddress: hosted.nextAddress() });
        return JSON.stringify(answer.json).includes('"delivered"') && answer;
      });
      const [event] = json.events as [object];
      const eventId = headerOf(request, 'webhook-id');
      expect(event).toEqual({ eventId, transactionId, delivery: 'delivered', body: request.body.toString() });
      const [command, ...args] = READERS[language] as [string, ...string[]];
      const running = promisify(execFile)(command, [...args, shop.account.webhookSecret]);
      running.child.stdin?.end(text);
      expect((await running).stdout.trim()).toBe(headerOf(request, 'X-Service-Signature'));
    },
  );

  test('D14: the Standard Webhooks library verifies it, and rejects it with one byte changed', async () => {
    const shop = await hosted.shop();
    const { request } = await paidWebhook(shop, 12, 'C-3');
    const verifier = new Webhook(shop.account.webhookSecret);
    const headers = Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value]));
    expect(verifier.verify(request.body.toString(), headers)).toEqual(payloads(shop.hook)[0]);
    expect(() => verifier.verify(request.body.toString().replace('12', '13'), headers)).toThrow();
  });

  test('§6.3, D21: the payload has exactly the named keys, and agrees with the status', async () => {
    const shop = await hosted.shop();
    const { transactionId } = await paidWebhook(shop, 10.5, 'C-4');
    const [payload] = payloads(shop.hook);
    const status = (await shop.status(transactionId)).json;
    expect(payload).toEqual({
      event: 'payment.success',
      timestamp: expect.stringMatching(ISO_TIME),
      data: {
        id: transactionId,
        externalOrderId: 'C-4',
        amount: 10.5,
        currency: 'EUR',
        paymentMethod: 'MBWAY',
        status: 'paid',
        paidAt: status.paidAt,
      },
    });
  });

  test.each([
    ['0.1 + 0.2', 0.1 + 0.2, '0.3'],
    ['10.50', 10.5, '10.5'],
    ['99999.99', 99_999.99, '99999.99'],
    ['0.01', 0.01, '0.01'],
    ['1.15', 1.15, '1.15'],
    ['1e2', 100, '100'],
  ])('invariant 6: the amount %s is unchanged from init to the payload', async (_text, amount, written) => {
    const shop = await hosted.shop();
    const created = await shop.call('POST', '/payments/init', { body: { orderId: 'C-5', amount } });
    expect(created.text).toContain(`"amount":${written},`);
    const { transactionId, request } = await paidWebhook(shop, amount, 'C-5');
    expect((await shop.status(transactionId)).text).toContain(`"amount":${written},`);
    expect(request.body.toString()).toContain(`"amount":${written},`);
  });
});
