import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SenderOptions, webhookSender } from '../../../functions/webhooks/deliver/sender.ts';
import { HEAD_RESTS } from '../../support/network/answer-heads.ts';
import type { Listening } from '../../support/network/listening.ts';
import { authority, tlsServer } from '../../support/network/webhook-servers.ts';

/**
 * Needs nothing but this machine: a TLS server whose answers are written byte by byte. How a head is read in pieces,
 * and when a connection may be used again, is in `test/rules/runtime/http-answer.test.ts`.
 */

/** Writes the answer to one request. */
type Talk = (socket: TLSSocket) => void;

const talks: Talk[] = [];
let server: Listening;

beforeAll(async () => {
  server = await tlsServer((socket) =>
    socket.on('data', (bytes) => talks[Number(/^POST \/(\d+)/.exec(String(bytes))?.[1])]?.(socket)),
  );
});
afterAll(() => server.stop());

const sender = (options: Partial<SenderOptions> = {}) =>
  webhookSender({ clock: () => Date.now(), permitLoopback: true, extraAuthorities: [authority.ca], ...options });

/** What the answers of `talk` come to, in a few words. */
async function outcomeOf(talk: Talk, send = sender()): Promise<string> {
  const url = `${server.origin}/${talks.push(talk) - 1}`;
  const body = Buffer.from('{}');
  const outcome = await send({ url, headers: { 'Content-Length': '2' }, body });
  return 'statusCode' in outcome ? `${outcome.kind} ${outcome.statusCode}` : outcome.kind;
}

const complete =
  (text: string): Talk =>
  (socket) =>
    void socket.end(Buffer.from(text, 'latin1'));

test('the status line decides about a webhook (§6.4.1, D13), whatever follows in the head', async () => {
  for (const [rest, text] of Object.entries(HEAD_RESTS))
    expect([rest, await outcomeOf(complete(`HTTP/1.1 200 OK${text}`))]).toEqual([rest, 'delivered 200']);
});

test.each([
  [
    'interim answers before it',
    `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(2)}HTTP/1.1 201 C\r\n\r\n`,
    'delivered 201',
  ],
  ['an interim answer alone', 'HTTP/1.1 100 Continue\r\n\r\n', 'connection'],
  ['101, which was not asked for', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n', 'connection'],
  ['bytes that begin no answer', 'HTTP/2.0 200 OK', 'connection'],
])('D13: %s', async (_, text, outcome) => {
  expect(await outcomeOf(complete(text))).toBe(outcome);
});

test('an answer that another one follows in the same bytes is the last on its connection', async () => {
  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
  const send = sender();
  const opened = server.connections;
  await outcomeOf((socket) => void socket.write(ok + ok), send);
  // By then a connection that may be used again is free.
  await new Promise(setImmediate);
  expect(await outcomeOf((socket) => void socket.write('HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n'), send)).toBe(
    'status 503',
  );
  expect(server.connections).toBe(opened + 2);
});
