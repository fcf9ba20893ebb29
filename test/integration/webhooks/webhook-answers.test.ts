import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SenderOptions, webhookSender } from '../../../functions/webhooks/deliver/sender.ts';
import { HEAD_RESTS } from '../../support/network/answer-heads.ts';
import type { Listening } from '../../support/network/listening.ts';
import { authority, tlsServer } from '../../support/network/webhook-servers.ts';

/** Needs nothing but this machine: a TLS server whose answers are written byte by byte. */

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

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** The same bytes at once, or in two parts with a pause between them. */
const complete =
  (text: string): Talk =>
  (socket) =>
    void socket.end(latin1(text));
const inTwo =
  (text: string, at: number): Talk =>
  (socket) => {
    socket.write(latin1(text.slice(0, at)), () => setTimeout(() => socket.end(latin1(text.slice(at))), 5));
  };

const endless =
  (start: string, more: string): Talk =>
  (socket) => {
    socket.write(start);
    const goOn = () => {
      while (socket.writable && socket.write(more.repeat(4_000)));
    };
    socket.on('drain', goOn);
    goOn();
  };

/** The differences only, so that a failure names them; a few connections at a time, for slow machines. */
async function differences(cases: [name: string, talk: Talk, outcome: string][]): Promise<string[]> {
  const found: string[] = [];
  for (let first = 0; first < cases.length; first += 8) {
    const seen = cases.slice(first, first + 8).map(async ([name, talk, outcome]) => {
      const own = await outcomeOf(talk);
      if (own !== outcome) found.push(`${name}: ${own}, not ${outcome}`);
    });
    await Promise.all(seen);
  }
  return found;
}

describe('the status line decides about a webhook (§6.4.1, D13)', () => {
  test('whatever follows in the head, in one part or in two', async () => {
    const line = 'HTTP/1.1 200 OK';
    const cases = Object.entries(HEAD_RESTS).flatMap(([rest, text]): [string, Talk, string][] => [
      [rest, complete(line + text), 'delivered 200'],
      [`${rest}, in two parts`, inTwo(line + text, line.length + 5), 'delivered 200'],
    ]);
    expect(await differences(cases)).toEqual([]);
  });

  test('after any interim answers, and 101 is none that was asked for', async () => {
    const interim = ['100 Continue', '102 Processing', '103 Early Hints'].map((line) => `HTTP/1.1 ${line}\r\n\r\n`);
    const final = 'HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n';
    expect(
      await differences([
        ['all', complete(interim.join('') + final), 'delivered 201'],
        ['all, in two parts', inTwo(interim.join('') + final, 30), 'delivered 201'],
        ['an interim answer alone', complete(interim[0] ?? ''), 'connection'],
        ['101', complete(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n${final}`), 'connection'],
        ['the frames of HTTP/2', complete('\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x80'), 'connection'],
        ['a head without end', endless('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'), 'delivered 200'],
        ['interim answers without end', endless('', 'HTTP/1.1 100 C\r\n\r\n'), 'connection'],
      ]),
    ).toEqual([]);
  });

  test('a head that is not finished in time is a time-out, and bytes that begin no answer fail at once', async () => {
    const unfinished = ['HTT', 'HTTP/1.1 200 OK', 'HTTP/1.1 200 OK\r\nX-A: b\r\n', 'HTTP/1.1 200 OK\r\n: b\r\n'];
    const talk = (text: string, send = sender()) => outcomeOf((socket) => void socket.write(latin1(text)), send);
    const send = sender({ deadlineMs: 400 });
    expect(await Promise.all(unfinished.map((text) => talk(text, send)))).toEqual(unfinished.map(() => 'timeout'));
    const others = ['hello', '\x15\x03\x01', 'HTTP/2.0 200 OK'];
    expect(await Promise.all(others.map((text) => talk(text)))).toEqual(others.map(() => 'connection'));
  });
});

/** A server on a thread of its own: it answers while this one is busy, and counts connections and answers. */
const SERVER_ON_A_THREAD = `
  const { parentPort, workerData: { certificate, counts } } = require('node:worker_threads');
  const server = require('node:tls').createServer(certificate, (socket) => {
    Atomics.add(counts, 0, 1);
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok', () => {
      Atomics.add(counts, 1, 1);
      Atomics.notify(counts, 1);
    }));
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

test('100 POSTs, 16 at once, need 16 connections, although answers come before the writes are known to be done', async () => {
  const counts = new Int32Array(new SharedArrayBuffer(8));
  const workerData = { certificate: authority.certificate, counts };
  const worker = new Worker(SERVER_ON_A_THREAD, { eval: true, workerData });
  try {
    const [port] = (await once(worker, 'message')) as [number];
    const send = sender();
    const post = () =>
      send({ url: `https://localhost:${port}/`, headers: { 'Content-Length': '2' }, body: Buffer.from('{}') });
    await Promise.all(Array.from({ length: 16 }, post));
    for (let sent = 16; sent < 116; sent += 10) {
      await new Promise((resolve) => setTimeout(resolve));
      const outcomes = Array.from({ length: 10 }, post);
      let seen = Atomics.load(counts, 1);
      while (seen < sent + 10 && Atomics.wait(counts, 1, seen, 1_000) !== 'timed-out') seen = Atomics.load(counts, 1);
      expect(new Set((await Promise.all(outcomes)).map((outcome) => outcome.kind))).toEqual(new Set(['delivered']));
    }
    expect(counts[0]).toBe(16);
  } finally {
    await worker.terminate();
  }
});

test('an answer that another one follows in the same bytes is the last on its connection', async () => {
  const ok = 'HTTP/1.1 200 OK';
  const forged = `${ok}\r\nContent-Length: 0\r\n\r\n`;
  const own = 'HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n';
  for (const rest of [...Object.values(HEAD_RESTS), forged.slice(ok.length)]) {
    const send = sender();
    const opened = server.connections;
    await outcomeOf((socket) => void socket.write(latin1(ok + rest + forged)), send);
    // By then a connection that may be used again is free.
    await new Promise(setImmediate);
    expect(await outcomeOf((socket) => void socket.write(own), send)).toBe('status 503');
    expect(server.connections).toBe(opened + 2);
  }
});
