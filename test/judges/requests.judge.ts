import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directCall, type Reply } from '../e2e/support/http-call.ts';
import { type HostedService, startHostedService } from '../support/hosted-service.ts';
import { type Draft, GeneratedRequests, type Route, STATUSES } from './generated-requests.ts';
import { DESCRIPTION, type Prism, startPrism, violationsOf } from './tools.ts';

/** How many requests are sent through Prism. */
const REQUESTS = Number(process.env.REQUESTS ?? 20_000);
const MINUTE_MS = 60_000;
/** Each sends thirty requests a minute (§8.1), and one more. Two of them start payments, which takes longest. */
const ADDRESSES = ['127.9.0.1', '127.9.0.2', '127.9.0.3', '127.9.0.4'];
/** At a time, for each address: the host starts one function instance for each call that waits. */
const IN_FLIGHT = 2;
const ROUTES = Object.keys(STATUSES) as Route[];
const SHOWN = 20;

let service: HostedService;
let prism: Prism;
beforeAll(async () => {
  service = await startHostedService();
  prism = await startPrism(service.baseUrl);
});
afterAll(async () => {
  await prism.stop();
  await service.stop();
});

test(`${REQUESTS} requests through Prism: no answer breaks the description, and none is an unexpected error`, async () => {
  const requests = new GeneratedRequests(await callers());
  const judgement = new Judgement();
  for (let round = 0, nextReport = 0; judgement.count < REQUESTS; round += 1) {
    await Promise.all(
      ADDRESSES.map(async (address, lane) => {
        const drafts = requests.round(lane < 2);
        const queue = drafts.values();
        await Promise.all(
          Array.from({ length: IN_FLIGHT }, async () => {
            for (const draft of queue) {
              const reply = await send(draft, address);
              judgement.judge(draft, reply);
              if (reply.status === 200) requests.succeeded(draft, reply.json, reply.text);
            }
          }),
        );
        const over: Draft = { ...(drafts[round % drafts.length] as Draft), expected: [429] };
        judgement.judge(over, await send(over, address));
      }),
    );
    const { status } = await service.request('POST', '/control/clock', { body: { advanceMs: MINUTE_MS } });
    expect(status).toBe(200);
    if (judgement.count < nextReport) continue;
    console.log(`  ${judgement.count} of ${REQUESTS} requests, ${judgement.found.length} findings`);
    nextReport += REQUESTS / 5;
  }
  const { counts, found } = judgement;
  for (const route of ROUTES) console.log(`  ${route.padEnd(10)} ${JSON.stringify(counts[route])}`);
  expect(found.slice(0, SHOWN)).toEqual([]);
  for (const route of ROUTES) {
    const total = Object.values(counts[route]).reduce((sum, count) => sum + count, 0);
    expect(Object.keys(counts[route]).map(Number), route).toEqual(STATUSES[route]);
    expect(documentedStatuses(route), route).toEqual([...STATUSES[route], 500]);
    expect((counts[route][200] ?? 0) / total, `${route}: share of 200`).toBeGreaterThanOrEqual(0.25);
  }
});

/** Those of the description, 500 last: no request brings it about. */
function documentedStatuses(route: Route): number[] {
  const { paths } = JSON.parse(readFileSync(DESCRIPTION, 'utf8'));
  const { responses } = Object.values<{ responses: object }>(paths[`/payments/${route}`])[0] ?? { responses: {} };
  const statuses = Object.keys(responses).map(Number);
  return [...statuses.filter((status) => status !== 500), ...statuses.filter((status) => status === 500)];
}

/** What is wrong with the answers, by Prism, and by the status that each request must get. */
class Judgement {
  count = 0;
  readonly found: string[] = [];
  readonly counts: Record<Route, Record<number, number>> = { init: {}, mbway: {}, multibanco: {}, status: {} };

  judge({ route, sent, expected, answer, isBeyondSchema = hasParts(sent.body) }: Draft, reply: Reply): void {
    const { status, text } = reply;
    const { request, response } = violationsOf(reply);
    const find = (what: string) =>
      this.found.push(`${route} ${JSON.stringify(sent.body ?? sent.query)}: ${status} ${text}: ${what}`);
    this.count += 1;
    this.counts[route][status] = (this.counts[route][status] ?? 0) + 1;
    if (response.length > 0) find(response.join(', '));
    if (!expected.includes(status)) find(`expected ${expected.join(' or ')}`);
    if (answer !== undefined && status === 200 && text !== answer) find(`a repeat of ${answer}`);
    for (const broken of brokenRules(route, reply)) find(broken);
    if (status === 200 && request.length > 0) find(`accepted, but ${request.join(', ')}`);
    if (status === 400 && request.length === 0 && !isBeyondSchema) find('the description allows the request');
  }
}

/** What JSON Schema does not say of an answer: §2.1, §4.4, §7 and decision D17. */
function brokenRules(route: Route, { status, json, headers }: Reply): string[] {
  if (status !== 200) return Object.keys(json).join() === 'error' ? [] : ['more than an error (§7)'];
  const { status: state, paidAt, paymentMethod, mb } = json;
  return [
    ...(headers['x-ratelimit-remaining'] === undefined ? ['no state of the rate limit'] : []),
    ...(route === 'status' && (state === 'paid') !== (paidAt !== null)
      ? ['a time without a payment, or none with it']
      : []),
    ...(route === 'status' && mb !== undefined && paymentMethod !== 'REFERENCE' ? ['mb without a reference'] : []),
  ];
}

/** A part of a cent, which JSON Schema cannot refuse: `multipleOf: 0.01` would refuse 0.07 in most validators. */
function hasParts(body: unknown): boolean {
  const amount = (body as { amount?: unknown } | undefined)?.amount;
  return typeof amount === 'number' && !/^\d+(\.\d{1,2})?$/.test(String(amount));
}

async function callers() {
  const open = (name: string, status: 'active' | 'suspended') =>
    service.accounts.create({ name, status, bankAccount: service.outputs.DefaultBankAccount ?? '' });
  const [merchant, suspended, other] = await Promise.all([
    open('Loja', 'active'),
    open('Suspensa', 'suspended'),
    open('Outra', 'active'),
  ]);
  const foreign = { key: other.apiKey, body: { orderId: 'ORDER-1', amount: 2 } };
  const { json } = await send({ route: 'init', sent: foreign, expected: [200] }, '127.9.0.9');
  return { key: merchant.apiKey, suspendedKey: suspended.apiKey, foreignId: String(json.transactionId) };
}

function send({ route, sent: { query, ...sent } }: Draft, localAddress: string, url = prism.url): Promise<Reply> {
  const [method, search] = query === undefined ? ['POST', ''] : ['GET', `?${query}`];
  return directCall(url, method as string, `/payments/${route}${search}`, { ...sent, localAddress }, 'through a proxy');
}

const ANSWERED = { transactionId: 'tx_hypt8j26ez22qd229bvq552r', amount: 10.5, currency: 'EUR' };
const HEADERS = { 'Content-Type': 'application/json', 'X-Request-Id': 'r-1', 'Cache-Control': 'no-store' };
const PLANTED: [name: string, answer: { status?: number; headers?: object; body?: unknown }, finds: RegExp | null][] = [
  ['an answer as described', {}, null],
  ['a field that is added', { body: { ...ANSWERED, added: 1 } }, null],
  ['a missing field', { body: { ...ANSWERED, currency: undefined } }, /currency/],
  ['an amount as text', { body: { ...ANSWERED, amount: '10.50' } }, /amount must be number/],
  ['an id of another form', { body: { ...ANSWERED, transactionId: '7' } }, /transactionId must match pattern/],
  ['an error without a text', { status: 400, body: { message: 'bad' } }, /error/],
  ['a status that is not described', { status: 418, body: { error: 'teapot' } }, /status code/],
  ['a missing header', { headers: { ...HEADERS, 'X-Request-Id': undefined } }, /x-request-id/],
  ['a page of HTML', { headers: { ...HEADERS, 'Content-Type': 'text/html' } }, /media type/],
];

test('Prism finds what is planted', async () => {
  let planted: (typeof PLANTED)[number][1] = {};
  const upstream = createServer((_, response) => {
    const headers = Object.entries(planted.headers ?? HEADERS).filter(([, value]) => value !== undefined);
    response.writeHead(planted.status ?? 200, Object.fromEntries(headers));
    response.end(JSON.stringify(planted.body ?? ANSWERED));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const proxy = await startPrism(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
  try {
    for (const [name, answer, finds] of PLANTED) {
      planted = answer;
      const { request, response } = violationsOf(
        await send(
          { route: 'init', sent: { key: 'sk', body: { orderId: 'O', amount: 10.5 } }, expected: [] },
          '127.0.0.1',
          proxy.url,
        ),
      );
      console.log(`  ${name}: ${response.join(', ') || 'nothing'}`);
      expect(request, name).toEqual([]);
      if (finds === null) expect(response, name).toEqual([]);
      else expect(response.join('\n'), name).toMatch(finds);
    }
  } finally {
    await proxy.stop();
    upstream.close();
  }
});
