import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { httpCall, type Reply, type Sent } from '../hosted/support/http-call.ts';
import { type Exchange, recordedExchanges } from '../support/exchanges.ts';
import { listening } from '../support/network/listening.ts';
import { startPrism, violationsOf } from './tools.ts';

const BASE_PATH = '/api/v1';
/** Of one connection, not of an answer. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'];
const AT_A_TIME = 4;

interface Judged {
  exchange: Exchange;
  violations: string[];
}

/** Sends each recorded request through Prism again, in front of a server that gives the recorded answer. */
async function judgedByPrism(exchanges: readonly Exchange[]): Promise<Judged[]> {
  const upstream = createServer((request, response) => {
    const { reply } = exchanges[Number(request.headers['x-exchange'])] as Exchange;
    const headers = Object.entries(reply.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
    response.writeHead(reply.status, Object.fromEntries(headers)).end(reply.text);
  });
  const { origin, stop } = await listening(upstream);
  const prism = await startPrism(origin);
  try {
    const judged: Judged[] = [];
    const queue = exchanges.entries();
    const judgeAll = async () => {
      for (const [index, exchange] of queue) {
        const { method, path, sent } = exchange.call;
        const { status, text } = exchange.reply;
        const isSame = isForwarded(sent);
        const { key, body, headers } = isSame ? sent : { key: sent.key };
        const marked = { key, body, headers: { ...headers, 'X-Exchange': String(index) } };
        const answer = await httpCall(prism.url, method, path.slice(BASE_PATH.length), marked);
        expect([answer.status, answer.text], `${method} ${path}`).toEqual([status, text]);
        const { request, response } = violationsOf(answer);
        const accepted = isSame && status === 200 ? request.map((what) => `accepted, but ${what}`) : [];
        judged.push({ exchange, violations: [...response, ...accepted] });
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, judgeAll));
    return judged;
  } finally {
    await prism.stop();
    await stop();
  }
}

/**
 * Whether Prism forwards the request as it is: it merges repeated headers, answers nothing itself to a body that is not
 * JSON, and knows the scheme `bearer` only as `Bearer`. Instead of others it gets one without a body: of those only the
 * answer is judged.
 */
function isForwarded({ body, headers = {} }: Sent): boolean {
  if (Object.values(headers).some((value) => typeof value !== 'string' || value.startsWith('bearer'))) return false;
  if (typeof body !== 'string') return true;
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null;
  } catch {
    return false;
  }
}

test('every exchange of the test run, through Prism: no answer breaks the description', async () => {
  const judged = await judgedByPrism(recordedExchanges());
  const nameOf = ({ exchange: { call, reply } }: Judged) =>
    `${call.method} ${call.path.slice(BASE_PATH.length).replace(/\?.*/, '')} ${reply.status}`;
  const counts = Object.groupBy(judged, nameOf);
  for (const name of Object.keys(counts).sort()) console.log(`  ${name}: ${counts[name]?.length}`);
  const changed = judged.filter(({ exchange }) => !isForwarded(exchange.call.sent)).length;
  console.log(`  ${judged.length} exchanges; of ${changed} only the answer`);
  expect(judged.filter(({ violations }) => violations.length > 0)).toEqual([]);
  expect(judged.length, 'exchanges of the latest `npm test`').toBeGreaterThan(300);
});

const ANSWERED = { transactionId: 'tx_hypt8j26ez22qd229bvq552r', amount: 10.5, currency: 'EUR' };
const HEADERS = { 'content-type': 'application/json', 'x-request-id': 'r-1', 'cache-control': 'no-store' };
const { 'x-request-id': _, ...WITHOUT_ID } = HEADERS;
const PLANTED: [
  name: string,
  answer: { status?: number; headers?: Reply['headers']; body?: object },
  finds?: RegExp,
][] = [
  ['an answer as described', {}],
  ['a field that is added', { body: { ...ANSWERED, added: 1 } }],
  ['a missing field', { body: { ...ANSWERED, currency: undefined } }, /currency/],
  ['an amount as text', { body: { ...ANSWERED, amount: '10.50' } }, /amount must be number/],
  ['an id of another form', { body: { ...ANSWERED, transactionId: '7' } }, /transactionId must match pattern/],
  ['an error without a text', { status: 400, body: { message: 'bad' } }, /error/],
  ['a status that is not described', { status: 418, body: { error: 'teapot' } }, /status code/],
  ['a missing header', { headers: WITHOUT_ID }, /x-request-id/],
  ['a page of HTML', { headers: { ...HEADERS, 'content-type': 'text/html' } }, /media type/],
];

test('Prism finds what is planted', async () => {
  const sent = { key: 'sk', body: { orderId: 'O', amount: 10.5 } };
  const call = { method: 'POST', path: `${BASE_PATH}/payments/init`, sent };
  const exchanges = PLANTED.map(([, { status = 200, headers = HEADERS, body = ANSWERED }]): Exchange => {
    return { call, reply: { status, headers, text: JSON.stringify(body) } };
  });
  const judged = await judgedByPrism(exchanges);
  for (const [index, [name, , finds]] of PLANTED.entries()) {
    const { violations = [] } = judged.find(({ exchange }) => exchange === exchanges[index]) ?? {};
    console.log(`  ${name}: ${violations.join(', ') || 'nothing'}`);
    if (finds) expect(violations.join('\n'), name).toMatch(finds);
    else expect(violations, name).toEqual([]);
  }
});
