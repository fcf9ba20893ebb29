import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { httpCall, type Reply } from '../e2e/support/http-call.ts';
import { type HostedService, startHostedService } from '../support/hosted-service.ts';
import { type Callers, type Draft, GeneratedRequests, type Route, STATUSES } from './generated-requests.ts';
import { DESCRIPTION, type Prism, startPrism, violationsOf } from './tools.ts';

/** How many requests are sent through Prism. */
const REQUESTS = Number(process.env.REQUESTS ?? 20_000);
const MINUTE_MS = 60_000;
/** Beside each other: while the clock of one moves, the other answers. */
const SERVICES = 2;
/** Of one address in a minute (§8.1), and one more. */
const REQUESTS_A_ROUND = 30 + 1;
/** At a time: the host starts one function instance for each call that waits. */
const IN_FLIGHT = 4;
const ROUTES = Object.keys(STATUSES) as Route[];
const SHOWN = 20;

test(`${REQUESTS} requests through Prism: no answer breaks the description, and none is an unexpected error`, async () => {
  const judgement = new Judgement();
  await Promise.all(Array.from({ length: SERVICES }, (_, index) => judgeOneService(index + 1, judgement)));
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

/** Sends its share of the requests to a service of its own. After each thirty the clock moves by a minute. */
async function judgeOneService(number: number, judgement: Judgement): Promise<void> {
  const service = await startHostedService();
  const prism = await startPrism(service.baseUrl);
  const address = `127.9.0.${number}`;
  const judge = async (draft: Draft) => {
    const reply = await send(prism, draft, address);
    judgement.judge(draft, reply);
    return reply;
  };
  try {
    const requests = new GeneratedRequests(await callers(service, prism), number);
    const rounds = Math.ceil(REQUESTS / SERVICES / REQUESTS_A_ROUND);
    for (let round = 0; round < rounds; round += 1) {
      const drafts = requests.round(round % 2 === 0);
      const queue = drafts.values();
      const sendAll = async () => {
        for (const draft of queue) {
          const reply = await judge(draft);
          if (reply.status === 200) requests.succeeded(draft, reply.json, reply.text);
        }
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, sendAll));
      await judge({ ...(drafts[round % drafts.length] as Draft), expected: [429] });
      const { status } = await service.request('POST', '/control/clock', { body: { advanceMs: MINUTE_MS } });
      expect(status).toBe(200);
      const { count, found } = judgement;
      if (round % 100 === 99) console.log(`  ${count} of ${REQUESTS} requests, ${found.length} findings`);
    }
  } finally {
    await prism.stop();
    await service.stop();
  }
}

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

async function callers(service: HostedService, prism: Prism): Promise<Callers> {
  const open = (name: string, status: 'active' | 'suspended') =>
    service.accounts.create({ name, status, bankAccount: service.outputs.DefaultBankAccount ?? '' });
  const [merchant, suspended, other] = await Promise.all([
    open('Loja', 'active'),
    open('Suspensa', 'suspended'),
    open('Outra', 'active'),
  ]);
  const foreign = { key: other.apiKey, body: { orderId: 'ORDER-1', amount: 2 } };
  const { json } = await send(prism, { route: 'init', sent: foreign, expected: [200] }, '127.9.0.9');
  return { key: merchant.apiKey, suspendedKey: suspended.apiKey, foreignId: String(json.transactionId) };
}

function send({ url }: Prism, { route, sent: { query, ...sent } }: Draft, localAddress: string): Promise<Reply> {
  const method = query === undefined ? 'POST' : 'GET';
  const path = query === undefined ? `/payments/${route}` : `/payments/${route}?${query}`;
  return httpCall(url, method, path, { ...sent, localAddress }, 'through a proxy');
}

const GOOD: Draft = { route: 'init', sent: { body: { orderId: 'O', amount: 10.5 } }, expected: [200] };
const ANSWERED = { transactionId: 'tx_hypt8j26ez22qd229bvq552r', amount: 10.5, currency: 'EUR' };
const READ: Draft = { route: 'status', sent: { query: 'transactionId=tx_1' }, expected: [200] };
const PENDING = { status: 'pending', paidAt: null, paymentMethod: null };
const PAID_AT = '2026-11-25T10:00:00.000Z';
type Planted = [name: string, draft: Draft, json: Reply['json'], reply: Partial<Reply>, finds: RegExp | undefined];
const PLANTED: Planted[] = [
  ['an answer that is right', GOOD, ANSWERED, {}, undefined],
  ['a status that is right', READ, PENDING, {}, undefined],
  ['what Prism reports', GOOD, ANSWERED, { headers: violation('response') }, /response\.body/],
  ['a refusal of what the description allows', GOOD, { error: 'no' }, { status: 400 }, /the description allows/],
  ['a bad request that is accepted', GOOD, ANSWERED, { headers: violation('request') }, /accepted, but request\.body/],
  ['an unexpected error', GOOD, { error: 'oh' }, { status: 500 }, /expected 200/],
  [
    'an error with more than its text',
    { ...GOOD, expected: [401] },
    { error: 'no', at: 1 },
    { status: 401 },
    /more than/,
  ],
  ['another answer to a repeat', { ...GOOD, answer: '{}' }, ANSWERED, {}, /a repeat of/],
  ['no state of the rate limit', GOOD, ANSWERED, { headers: {} }, /rate limit/],
  ['a time without a payment', READ, { ...PENDING, paidAt: PAID_AT }, {}, /a time without a payment/],
  ['a payment without a time', READ, { ...PENDING, status: 'paid' }, {}, /a time without a payment/],
];

function violation(side: 'request' | 'response'): Reply['headers'] {
  const violations = JSON.stringify([{ location: [side, 'body'], message: 'planted' }]);
  return { 'x-ratelimit-remaining': '1', 'sl-violations': violations };
}

test.for(PLANTED)('the judge of these requests on %s', ([, draft, json, reply, finds]) => {
  const judgement = new Judgement();
  const headers = { 'x-ratelimit-remaining': '1' };
  judgement.judge(draft, { status: 200, headers, json, text: JSON.stringify(json), ...reply });
  if (finds) expect(judgement.found.join('\n')).toMatch(finds);
  else expect(judgement.found).toEqual([]);
});
