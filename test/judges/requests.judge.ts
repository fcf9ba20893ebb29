import { readFileSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { MINUTE_MS } from '../../functions/runtime/durations.ts';
import type { HostedService } from '../hosted/support/hosted-service.ts';
import { hosted, hostedTest as test } from '../hosted/support/hosted-test.ts';
import { httpCall, type Reply } from '../hosted/support/http-call.ts';
import { type Callers, type Draft, GeneratedRequests, type Route, STATUSES } from './generated-requests.ts';
import { Judgement } from './judgement.ts';
import { DESCRIPTION, type Prism, startPrism } from './tools.ts';

/** How many requests are sent through Prism. With fewer not every status comes about. */
const REQUESTS = 600;
/** Other requests for another seed. */
const SEED = 1;
/** At a time: the host starts one function instance for each call that waits. */
const IN_FLIGHT = 2;
const ROUTES = Object.keys(STATUSES) as Route[];
const SHOWN = 20;
/** Of the transactions that are read. */
const STATES = [
  'cancelled MBWAY',
  'failed MBWAY',
  'paid MBWAY',
  'paid REFERENCE',
  'pending MBWAY',
  'pending REFERENCE',
  'pending null',
];

test(`${REQUESTS} requests through Prism: no answer breaks the description, and none is an unexpected error`, async () => {
  const judgement = new Judgement();
  const prism = await startPrism(hosted.baseUrl);
  onTestFinished(() => prism.stop());
  await judgeRequests(prism, judgement);
  const { counts, found, states } = judgement;
  for (const route of ROUTES) console.log(`  ${route.padEnd(10)} ${JSON.stringify(counts[route])}`);
  console.log(`  seen       ${JSON.stringify(states)}`);
  expect(found.slice(0, SHOWN)).toEqual([]);
  expect(Object.keys(states).sort()).toEqual(STATES);
  for (const route of ROUTES) {
    const total = Object.values(counts[route]).reduce((sum, count) => sum + count, 0);
    expect(Object.keys(counts[route]).map(Number), route).toEqual(STATUSES[route]);
    expect(documentedStatuses(route), route).toEqual([...STATUSES[route], 500]);
    expect((counts[route][200] ?? 0) / total, `${route}: share of 200`).toBeGreaterThanOrEqual(0.25);
  }
});

/** Sends the requests in rounds, each from an address of its own. */
async function judgeRequests(prism: Prism, judgement: Judgement): Promise<void> {
  const requests = new GeneratedRequests(await callers(hosted, prism), SEED);
  for (let round = 0; judgement.count < REQUESTS; round += 1) {
    const address = `127.9.${round >> 8}.${round & 255}`;
    const judge = async (draft: Draft) => {
      const reply = await send(prism, draft, address);
      judgement.judge(draft, reply);
      if (reply.status === 200) requests.succeeded(draft, reply.json, reply.text);
    };
    const drafts = requests.round(round % 2 === 0);
    const queue = drafts.values();
    const sendAll = async () => {
      for (const draft of queue) await judge(draft);
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, sendAll));
    // Every second round has all routes.
    const route = ROUTES[Math.floor(round / 2) % ROUTES.length];
    const over = drafts.find((draft) => draft.route === route) ?? (drafts[0] as Draft);
    await judge({ ...over, expected: [429] });
    // Pushes that nobody answers end.
    await hosted.host.advance(MINUTE_MS);
  }
}

/** Those of the description, 500 last: no request brings it about. */
function documentedStatuses(route: Route): number[] {
  const { paths } = JSON.parse(readFileSync(DESCRIPTION, 'utf8'));
  const { responses } = Object.values<{ responses: object }>(paths[`/payments/${route}`])[0] ?? { responses: {} };
  const statuses = Object.keys(responses).map(Number);
  return [...statuses.filter((status) => status !== 500), ...statuses.filter((status) => status === 500)];
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
  return {
    key: merchant.apiKey,
    suspendedKey: suspended.apiKey,
    otherKey: other.apiKey,
    foreignId: String(json.transactionId),
  };
}

function send({ url }: Prism, { route, sent: { query, ...sent } }: Draft, localAddress: string): Promise<Reply> {
  const method = query === undefined ? 'POST' : 'GET';
  const path = query === undefined ? `/payments/${route}` : `/payments/${route}?${query}`;
  return httpCall(url, method, path, { ...sent, localAddress }, 'through a proxy');
}

const ID = 'tx_hypt8j26ez22qd229bvq552r';
const INIT: Draft = { route: 'init', sent: { body: { orderId: 'O', amount: 10.5 } }, expected: [200] };
const CREATED = { transactionId: ID, amount: 10.5, currency: 'EUR' };
const START: Draft = { route: 'multibanco', sent: { body: { transactionId: ID } }, expected: [200] };
const MB = { entity: '24000', reference: '523353514', expiresAt: '2026-11-28T23:59:59.000Z' };
const STARTED = { ...MB, amount: 10.5 };
const PUSH: Draft = {
  route: 'mbway',
  sent: { body: { transactionId: ID, phoneNumber: '910000000' } },
  expected: [200],
};
const READ: Draft = { route: 'status', sent: { query: `transactionId=${ID}` }, expected: [200] };
const PENDING = {
  ...{ transactionId: ID, externalOrderId: 'O', status: 'pending', paymentMethod: 'REFERENCE' },
  ...{ amount: 10.5, currency: 'EUR', paidAt: null, mb: MB },
};
const REFUSED: Draft = { ...INIT, expected: [400], isBeyondSchema: true, names: 'amount' };

type Planted = [name: string, draft: Draft, json: Reply['json'], finds?: RegExp, reply?: Partial<Reply>];
const PLANTED: Planted[] = [
  ['a status that is right', READ, PENDING],
  ['another transaction', READ, { ...PENDING, transactionId: 'tx_1' }, /another transaction/],
  ['another order', READ, { ...PENDING, externalOrderId: 'P' }, /another order/],
  ['another amount of a status', READ, { ...PENDING, amount: 10 }, /another order or amount/],
  ['a time without a payment', READ, { ...PENDING, paidAt: MB.expiresAt }, /a time without a payment/],
  ['a payment without a time', READ, { ...PENDING, status: 'paid' }, /or none with it/],
  ['another method', READ, { ...PENDING, paymentMethod: 'MBWAY', mb: undefined }, /not the method/],
  ['no reference', READ, { ...PENDING, mb: undefined }, /mb without a reference, or none/],
  ['another reference', READ, { ...PENDING, mb: { ...MB, reference: '523353515' } }, /another reference/],
  [
    'a time that is not in UTC',
    START,
    { ...STARTED, expiresAt: '2026-11-28T23:59:59+01:00' },
    /expiresAt is not in UTC/,
  ],
  ['a field that is added', READ, { ...PENDING, merchantId: 'mer_1' }, /unknown field merchantId/],
  ['another amount of a reference', START, { ...STARTED, amount: 1 }, /another amount/],
  ['a push without its window', PUSH, { success: true, message: 'ok' }, /no window/],
  ['another amount of a transaction', INIT, { ...CREATED, transactionId: 'tx_1', amount: 1 }, /another amount/],
  ['a known id for a new transaction', INIT, CREATED, /the id of another transaction/],
  ['a new id for a repeat', { ...INIT, answer: '{}' }, { ...CREATED, transactionId: 'tx_1' }, /a repeat of/],
  ['a refusal that names its field', REFUSED, { error: 'amount is' }, undefined, { status: 400 }],
  ['a refusal that names no field', REFUSED, { error: 'bad' }, /does not name amount/, { status: 400 }],
  ['a refusal of what is described', INIT, { error: 'no' }, /the description allows/, { status: 400 }],
  ['an unexpected error', INIT, { error: 'oh' }, /expected 200/, { status: 500 }],
  ['an error with another field', REFUSED, { error: 'amount', at: 1 }, /unknown field at/, { status: 400 }],
  ['no state of the rate limit', READ, PENDING, /rate limit/, { headers: {} }],
  ['a header that is added', READ, PENDING, /unknown header x-debug/, { headers: { 'x-debug': '1' } }],
  ['what Prism reports', READ, PENDING, /response\.body/, { headers: violation('response') }],
  ['a bad request that is accepted', READ, PENDING, /accepted, but request\.body/, { headers: violation('request') }],
];

function violation(side: 'request' | 'response'): Reply['headers'] {
  return { 'sl-violations': JSON.stringify([{ location: [side, 'body'], message: 'planted' }]) };
}

test.for(PLANTED)('the judge of these requests on %s', ([, draft, json, finds, reply]) => {
  const judgement = new Judgement();
  const answer = (to: Draft, content: Reply['json'], other?: Partial<Reply>) => {
    const headers = { 'x-ratelimit-remaining': '1' };
    judgement.judge(to, { status: 200, headers, json: content, text: JSON.stringify(content), ...other });
  };
  answer(INIT, CREATED);
  answer(START, STARTED);
  expect(judgement.found).toEqual([]);
  answer(draft, json, reply);
  if (finds) expect(judgement.found.join('\n')).toMatch(finds);
  else expect(judgement.found).toEqual([]);
});
