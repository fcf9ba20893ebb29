import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookSender } from '../../../../functions/webhooks/deliver/sender.ts';
import { HEAD_RESTS } from '../../../support/network/answer-heads.ts';
import type { Listening } from '../../../support/network/listening.ts';
import { authority, tlsServer } from '../../../support/network/webhook-servers.ts';

/** Needs nothing but this machine: a TLS server that writes the bytes of its answers itself. */

/** Writes the answer to one request. */
type Talk = (socket: TLSSocket) => void;

const talks: Talk[] = [];
let server: Listening;

beforeAll(async () => {
  server = await tlsServer((socket) =>
    socket.setNoDelay().on('data', (bytes) => talks[Number(/^POST \/(\d+)/.exec(String(bytes))?.[1])]?.(socket)),
  );
});
afterAll(() => server.stop());

const sender = () =>
  webhookSender({ clock: Date.now, permitLoopback: true, extraAuthorities: [authority.ca], deadlineMs: 60_000 });

/** What the answer of `talk` comes to, in a few words. */
async function outcomeOf(talk: Talk, send = sender()): Promise<string> {
  const url = `${server.origin}/${talks.push(talk) - 1}`;
  const outcome = await send({ url, headers: { 'Content-Length': '2' }, body: Buffer.from('{}') });
  return 'statusCode' in outcome ? `${outcome.kind} ${outcome.statusCode}` : outcome.kind;
}

/** Writes each piece in a segment of its own, and then ends the connection. */
const pieces =
  (...texts: string[]): Talk =>
  (socket) => {
    const [text = '', ...rest] = texts;
    const bytes = Buffer.from(text, 'latin1');
    if (rest.length === 0) socket.end(bytes);
    else socket.write(bytes, () => setTimeout(() => pieces(...rest)(socket), 20));
  };

test('the status line decides about a webhook (§6.4.1, D13), whatever follows in the head', async () => {
  const line = 'HTTP/1.1 200 OK';
  const seen = Object.entries(HEAD_RESTS).flatMap(([name, rest]) => {
    const text = line + rest;
    // In the status line, after it, in a field, and in the last line end.
    const cuts = [5, line.length, line.length + 12, text.lastIndexOf('\n')].filter((cut) => cut < text.length);
    const talks = [pieces(text), ...cuts.map((cut) => pieces(text.slice(0, cut), text.slice(cut)))];
    return talks.map(async (talk) => [name, await outcomeOf(talk)]);
  });
  for (const [name, outcome] of await Promise.all(seen)) expect([name, outcome]).toEqual([name, 'delivered 200']);
});

const EARLY = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';

test.each([
  ['interim answers before it', `${EARLY}${EARLY}HTTP/1.1 201 C\r\n\r\n`, 'delivered 201'],
  ['interim answers before one that the parser refuses', `${EARLY}HTTP/1.1 201 C\r\nX\r\n\r\n`, 'delivered 201'],
  ['no reason', 'HTTP/1.1 204\r\n\r\n', 'delivered 204'],
  ['two blanks and a tab in the status line', 'HTTP/1.1  200\tOK\r\n\r\n', 'delivered 200'],
  ['a redirect that the parser refuses', 'HTTP/1.0 301\r\nX\r\n\r\n', 'status 301'],
  ['the end of the connection in its head', 'HTTP/1.1 200 OK\r\nDate: ', 'delivered 200'],
  ['the end of the connection in its status line', 'HTTP/1.1 200 OK', 'not-http'],
  ['a code of two digits', 'HTTP/1.1 20 OK\r\n\r\n', 'not-http'],
  ['a code of four digits', 'HTTP/1.1 2000 OK\r\n\r\n', 'not-http'],
  ['an interim answer alone', 'HTTP/1.1 100 Continue\r\n\r\n', 'not-http'],
  ['101, which was not asked for', 'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n', 'not-http'],
  ['a status line after other text', 'hello\r\nHTTP/1.1 200 OK\r\n\r\n', 'not-http'],
  ['a status line after one that is none', 'HTTP/1.1 abc\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', 'not-http'],
  ['a status line after 101', 'HTTP/1.1 101 S\r\nX\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', 'not-http'],
  ['another version', 'HTTP/2 200\r\n\r\n', 'not-http'],
  ['another protocol', '220 mail.example ready\r\n', 'not-http'],
  ['nothing', '', 'reset'],
])('D13: %s', async (_, text, outcome) => {
  expect(await outcomeOf(pieces(text))).toBe(outcome);
  if (text !== '') expect(await outcomeOf(pieces(text.slice(0, 9), text.slice(9)))).toBe(outcome);
});

test('a failed attempt does not wait for the rest of a body that comes slowly', async () => {
  const head = 'HTTP/1.1 500 Busy\r\nContent-Length: 500\r\n\r\nfirst';
  // The deadline of a minute is not what ends it.
  expect(await outcomeOf((socket) => void socket.write(head))).toBe('status 500');
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
