import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { nameServerResolve, vettedLookup } from '../../../../functions/webhooks/endpoint/vetted-lookup.ts';
import { type NameAnswer, type NameQuery, nameServer } from '../../../support/network/name-server.ts';

/** Needs nothing but this machine: a scripted name server. */

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const V4 = '8.8.8.8';
const V6 = '2001:4860:4860::8888';

/** What a socket is given for a name, or the code of the refusal, and the queries until then. */
async function lookup(onQuery: (type: 'A' | 'AAAA', reply: NameQuery) => void) {
  const queries: string[] = [];
  const { server, stop } = await nameServer((type, reply) => {
    queries.push(type);
    onQuery(type, reply);
  });
  stops.push(stop);
  const find = vettedLookup(nameServerResolve([server]), { permitLoopback: false });
  const { promise, resolve } = Promise.withResolvers<string[] | string | undefined>();
  let calls = 0;
  find('shop.example', { all: true }, (error, found) => {
    calls += 1;
    resolve(error ? error.code : [found].flat().map((each) => (typeof each === 'string' ? each : each.address)));
  });
  return { found: await promise, queries, calls: () => calls };
}

test('a name server that never answers for AAAA costs no more than the delay of RFC 8305, section 3', async () => {
  const { found, queries } = await lookup((type, reply) => type === 'A' && reply([V4]));
  expect(found).toEqual([V4]);
  // The resolver repeats a query after 2 s; by then the connection is long open.
  expect(queries.sort()).toEqual(['A', 'AAAA']);
});

test('A is waited for after AAAA, and both are used', async () => {
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const { found } = await lookup(async (type, reply) => {
    if (type === 'A') await sent;
    reply(type === 'A' ? [V4] : [V6]);
    resolve();
  });
  expect(found).toEqual([V4, V6]);
});

test.each<[string, NameAnswer, NameAnswer, string[] | string]>([
  ['both', [V4], [V6], [V4, V6]],
  ['no A', [], [V6], [V6]],
  ['no A for now', 'SERVFAIL', [V6], [V6]],
  ['no AAAA', [V4], [], [V4]],
  ['neither', [], [], 'NAME_NOT_FOUND'],
  ['no such name', 'NXDOMAIN', 'NXDOMAIN', 'NAME_NOT_FOUND'],
  ['name servers out of order', 'SERVFAIL', 'SERVFAIL', 'NAME_SERVERS_FAILED'],
  ['half out of order', [], 'SERVFAIL', 'NAME_SERVERS_FAILED'],
  ['a forbidden A', [V4, '10.0.0.7'], [V6], 'ADDRESS_BLOCKED'],
  ['a forbidden AAAA', [V4], ['fd00::1'], 'ADDRESS_BLOCKED'],
])('with %s', async (_, a, aaaa, expected) => {
  // AAAA first, so that both are there when A is.
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const { found } = await lookup(async (type, reply) => {
    if (type === 'A') await sent;
    reply(type === 'A' ? a : aaaa);
    resolve();
  });
  expect(found).toEqual(expected);
});

test('an address that comes later is never used, and refuses nothing any more', async () => {
  const late = Promise.withResolvers<NameQuery>();
  const { found, calls } = await lookup((type, reply) => (type === 'A' ? reply([V4]) : late.resolve(reply)));
  (await late.promise)(['127.0.0.1']);
  await sleep(20);
  expect([found, calls()]).toEqual([[V4], 1]);
});
