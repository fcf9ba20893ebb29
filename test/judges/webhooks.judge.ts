import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../functions/runtime/durations.ts';
import type { HookRequest } from '../hosted/support/hook-receiver.ts';
import { hosted, hostedTest as test } from '../hosted/support/hosted-test.ts';
import type { Shop } from '../hosted/support/shop.ts';
import { eventually } from '../support/eventually.ts';
import { DESCRIPTION } from './tools.ts';

interface DescribedWebhook {
  post: {
    parameters: { name: string; schema: object }[];
    requestBody: { content: { 'application/json': { schema: { $ref: string } } } };
  };
}

const { webhooks, components } = JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as {
  webhooks: Record<string, DescribedWebhook>;
  components: { schemas: Record<string, object> };
};
const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);

function schemaOf({ requestBody: { content } }: DescribedWebhook['post']): object {
  const name = content['application/json'].schema.$ref.split('/').at(-1) ?? '';
  return components.schemas[name] ?? expect.fail(`no schema ${name}`);
}

/** Validators of each event's body and headers, from the description alone. */
const VALIDATORS = Object.fromEntries(
  Object.entries(webhooks).map(([event, { post }]) => [
    event,
    {
      body: ajv.compile(schemaOf(post)),
      headers: post.parameters.map(({ name, schema }) => ({ name, validate: ajv.compile(schema) })),
    },
  ]),
);

type Received = Pick<HookRequest, 'headers' | 'body'>;

/** What breaks the description or a signature, in one received webhook. */
function violationsOf({ headers, body }: Received): string[] {
  const sent = Object.fromEntries(headers);
  const validators = VALIDATORS[sent['X-Service-Event'] ?? ''];
  if (!validators) return [`no such webhook: ${sent['X-Service-Event']}`];
  const complain = (where: string, validate: ValidateFunction, value: unknown) =>
    validate(value) ? [] : [`${where}: ${ajv.errorsText(validate.errors)}`];
  return [
    ...(sent['Content-Type'] === 'application/json' ? [] : [`Content-Type (§6.2): ${sent['Content-Type']}`]),
    ...complain('body', validators.body, JSON.parse(body.toString())),
    ...validators.headers.flatMap(({ name, validate }) => complain(name, validate, sent[name])),
    ...(sent['X-Service-Signature'] === bySpecification(body) ? [] : ['X-Service-Signature: does not match']),
    ...(sent['webhook-signature'] === byStandardWebhooks(sent, body) ? [] : ['webhook-signature: does not match']),
  ];
}

/** §5.2.2, by openssl. */
function bySpecification(body: Buffer): string {
  const { stdout } = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-hex', '-r'], { input: body });
  return `sha256=${stdout.toString().split(' ')[0]}`;
}

/**
 * By the library of Standard Webhooks. It signs, because it verifies only what is as old as the machine's clock says.
 */
function byStandardWebhooks(sent: Record<string, string>, body: Buffer): string {
  const sentAt = new Date(Number(sent['webhook-timestamp']) * 1_000);
  return new Webhook(secret).sign(sent['webhook-id'] ?? '', sentAt, body.toString());
}

/** By the event's field, the field of the status answer (§6.3, §2.1). */
const OF_STATUS = {
  ...{ id: 'transactionId', externalOrderId: 'externalOrderId', status: 'status', paymentMethod: 'paymentMethod' },
  ...{ amount: 'amount', currency: 'currency', paidAt: 'paidAt' },
};
const EVENT_SENT_WITHIN_MS = 10 * MINUTE_MS;

/** What a webhook says that the status of its transaction does not, and times that cannot be. */
function contradictionsOf({ headers, body }: Received, status: Record<string, unknown>): string[] {
  const { timestamp, data } = JSON.parse(body.toString()) as { timestamp: string; data: Record<string, unknown> };
  const unknown = Object.keys(data).filter((name) => !(name in OF_STATUS));
  const other = Object.entries(OF_STATUS).filter(([name, field]) => (data[name] ?? null) !== (status[field] ?? null));
  const ageMs = Number(Object.fromEntries(headers)['webhook-timestamp']) * 1_000 - Date.parse(timestamp);
  return [
    ...unknown.map((name) => `unknown field ${name}`),
    ...other.map(([name, field]) => `${name} is ${data[name]}, and ${status[field]} in the status`),
    ...(timestamp.endsWith('Z') && ageMs > -1_000 && ageMs < EVENT_SENT_WITHIN_MS ? [] : [`timestamp ${timestamp}`]),
  ];
}

const idOf = ({ body }: Received) => String(JSON.parse(body.toString()).data.id);

let received: Received[];
let secret: string;
/** The answers of `GET /payments/status`, by id. */
const statuses = new Map<string, Record<string, unknown>>();
test.beforeAll(async () => {
  const shop = await hosted.shop();
  secret = shop.account.webhookSecret;
  received = await webhooksOfEveryEnd(shop);
  for (const id of new Set(received.map(idOf))) statuses.set(id, (await shop.status(id)).json);
}, 120_000);

/** A shop's payments, each with another end; its endpoint fails the first attempt of every third event. */
async function webhooksOfEveryEnd(shop: Shop): Promise<Received[]> {
  shop.hook.answers = (number) => ({ status: number % 3 === 0 ? 500 : 200 });
  const reference = async (amount: number) => {
    const { json } = await shop.call('POST', '/payments/multibanco', {
      body: { transactionId: await shop.init(amount, `R-${amount}`) },
    });
    return json;
  };
  for (const phone of ['910000000', '910000001', '910000002', '910000006']) {
    expect((await shop.mbway(await shop.init(10.5, `M-${phone}`), phone)).status).toBe(200);
  }
  const paid = await reference(25);
  await hosted.control('POST', `/references/${paid.entity}/${paid.reference}/pay`);
  await reference(99_999.99);
  await shop.init(0.01, 'ã "never started" 😀');
  const { status, stderr } = await hosted.run('bin/merchant.ts', 'test-webhook', shop.account.merchantId);
  expect(status, stderr).toBe(0);
  // The push of 4 minutes, the reference of three days and the transaction without a payment end.
  for (const ms of [10 * MINUTE_MS, 5 * DAY_MS, 31 * DAY_MS]) await hosted.host.advance(ms);
  const events = () => new Set(shop.hook.requests.map(({ headers }) => Object.fromEntries(headers)['webhook-id']));
  await eventually(
    () => events().size === 8 && shop.hook.requests.length >= 10,
    60_000,
    () => events().size,
  );
  return shop.hook.requests;
}

test('every webhook is as the description says, in each of its attempts', () => {
  const counts = Object.groupBy(received, ({ headers }) => String(Object.fromEntries(headers)['X-Service-Event']));
  for (const event of Object.keys(webhooks)) console.log(`  ${event}: ${counts[event]?.length ?? 0} received`);
  expect(received.flatMap(violationsOf)).toEqual([]);
  expect(Object.keys(counts).sort()).toEqual(Object.keys(webhooks).sort());
});

test('every webhook says what the status says, and each of its attempts the same bytes', () => {
  const ofPayments = received.filter((each) => !idOf(each).startsWith('test_'));
  expect(ofPayments.flatMap((each) => contradictionsOf(each, statuses.get(idOf(each)) ?? {}))).toEqual([]);
  const attempts = Object.groupBy(received, ({ headers }) => Object.fromEntries(headers)['webhook-id'] ?? '');
  const repeated = Object.values(attempts).filter((each = []) => each.length > 1);
  expect(repeated.length).toBeGreaterThan(0);
  for (const each of repeated) expect(new Set(each?.map(({ body }) => body.toString())).size).toBe(1);
});

test('the validators find what is planted', () => {
  const [good] = received.filter(({ headers }) => Object.fromEntries(headers)['X-Service-Event'] === 'payment.success');
  const { headers, body } = good as Received;
  const withHeader = (name: string, value: string): Received => ({
    body,
    headers: headers.map(([each, old]) => [each, each === name ? value : old]),
  });
  const withBody = (change: (payload: { timestamp: string; data: Record<string, unknown> }) => void): Received => {
    const payload = JSON.parse(body.toString());
    change(payload);
    return { headers, body: Buffer.from(JSON.stringify(payload)) };
  };
  const planted: [what: Received, finds: RegExp][] = [
    [withHeader('X-Service-Event', 'payment.refunded'), /no such webhook/],
    [withHeader('X-Service-Signature', 'sha256=ABC'), /^X-Service-Signature: data/],
    [withHeader('X-Service-Signature', `sha256=${'0'.repeat(64)}`), /^X-Service-Signature: does not match/m],
    [withHeader('webhook-id', 'evt_another'), /^webhook-signature: does not match/m],
    [{ headers, body: Buffer.concat([body, Buffer.from(' ')]) }, /^X-Service-Signature: does not match/m],
    [withBody(({ data }) => Object.assign(data, { paidAt: null })), /paidAt must be string/],
    [withBody(({ data }) => Object.assign(data, { id: 'test_0123456789abcdefghjkmnpq' })), /id must match/],
    [withHeader('User-Agent', 'curl'), /^User-Agent/],
    [{ body, headers: headers.filter(([name]) => name !== 'webhook-id') }, /^webhook-id/],
    [withBody(({ data }) => delete data.paidAt), /paidAt/],
    [withBody(({ data }) => Object.assign(data, { amount: '10.50' })), /amount must be number/],
    [withBody(({ data }) => Object.assign(data, { status: 'pending' })), /status/],
    [withBody((payload) => Object.assign(payload, { timestamp: 'yesterday' })), /timestamp/],
  ];
  planted.push([withHeader('Content-Type', 'text/plain'), /^Content-Type/]);
  for (const [webhook, finds] of planted) expect(violationsOf(webhook).join('\n')).toMatch(finds);
  const contradicting: [what: Received, finds: RegExp][] = [
    [withBody(({ data }) => Object.assign(data, { amount: 10.51 })), /^amount is 10.51, and .* in the status/],
    [withBody(({ data }) => Object.assign(data, { externalOrderId: 'X' })), /^externalOrderId is X/],
    [withBody(({ data }) => Object.assign(data, { merchantId: 'mer_1' })), /^unknown field merchantId/],
    [withBody((payload) => Object.assign(payload, { timestamp: '2026-01-01T00:00:00.000Z' })), /^timestamp/],
  ];
  const status = statuses.get(idOf(good as Received)) ?? {};
  expect(contradictionsOf(good as Received, status)).toEqual([]);
  for (const [webhook, finds] of contradicting) expect(contradictionsOf(webhook, status).join('\n')).toMatch(finds);
});
