import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type SenderOptions, webhookSender } from '../../../../functions/webhooks/deliver/sender.ts';
import type { Listening } from '../../../support/network/listening.ts';
import { authority, httpsServer, tlsServer } from '../../../support/network/webhook-servers.ts';

/** Needs nothing but this machine: every server here is a real one on 127.0.0.1. */

async function started(server: Promise<Listening>): Promise<Listening> {
  onTestFinished((await server).stop);
  return server;
}

function sender(options: Partial<SenderOptions> = {}) {
  return webhookSender({
    clock: () => Date.now(),
    permitLoopback: true,
    extraAuthorities: [authority.ca],
    ...options,
  });
}

const body = Buffer.from('{"event":"webhook.test","note":"é"}');
const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length), 'X-Service-Event': 'a' };
const post = (url: string) => ({ url, headers, body });

describe('a webhook that is answered', () => {
  it.each([200, 201, 202, 204, 299])('is delivered by a %i', async (statusCode) => {
    const server = await started(httpsServer((_, response) => response.writeHead(statusCode).end()));
    expect(await sender()(post(server.origin))).toMatchObject({ kind: 'delivered', statusCode });
  });

  it('carries the exact bytes and headers', async () => {
    const seen: { request?: IncomingMessage; bytes?: Buffer } = {};
    const server = await started(
      httpsServer(async (request, response) => {
        seen.request = request;
        seen.bytes = await buffer(request);
        response.end();
      }),
    );
    await sender()(post(`${server.origin}/webhook?shop=1`));
    expect(seen.bytes?.equals(body)).toBe(true);
    expect(seen.request?.method).toBe('POST');
    expect(seen.request?.url).toBe('/webhook?shop=1');
    expect(seen.request?.rawHeaders).toEqual([
      ...Object.entries(headers).flat(),
      'Accept-Encoding',
      'identity',
      'Connection',
      'keep-alive',
      'Host',
      `localhost:${server.port}`,
    ]);
  });

  it.each([400, 401, 404, 410, 429, 500, 503])('has failed by a %i, and its answer is kept', async (statusCode) => {
    const server = await started(httpsServer((_, response) => response.writeHead(statusCode).end('out of order')));
    expect(await sender()(post(server.origin))).toMatchObject({ kind: 'status', statusCode, answer: 'out of order' });
  });

  it.each([300, 301, 302, 303, 304, 307, 308, 399])(
    'does not follow a %i, and is not delivered',
    async (statusCode) => {
      const target = await started(httpsServer((_, response) => response.end()));
      const server = await started(
        httpsServer((_, response) => response.writeHead(statusCode, { Location: target.origin }).end()),
      );
      expect(await sender()(post(server.origin))).toMatchObject({ kind: 'status', statusCode });
      expect(target.connections).toBe(0);
    },
  );

  it('keeps at most the first kilobyte of an answer, without a broken character', async () => {
    const server = await started(httpsServer((_, response) => response.writeHead(500).end(`${'é'.repeat(900)}x`)));
    const outcome = await sender()(post(server.origin));
    expect(outcome).toMatchObject({ kind: 'status', answer: 'é'.repeat(512) });
    const odd = await started(httpsServer((_, response) => response.writeHead(500).end(`x${'é'.repeat(900)}`)));
    expect(await sender()(post(odd.origin))).toMatchObject({ answer: `x${'é'.repeat(511)}` });
  });

  it('is delivered when the status is 2xx though the body never ends', async () => {
    const server = await started(
      tlsServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
        const timer = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    expect(await sender()(post(server.origin))).toMatchObject({ kind: 'delivered', statusCode: 200 });
  });

  it('has failed with the part of the answer that arrived before the deadline', async () => {
    const server = await started(
      tlsServer((socket) => void socket.write('HTTP/1.1 503 Busy\r\nContent-Length: 1000\r\n\r\nplease wait')),
    );
    const outcome = await sender({ deadlineMs: 2_000 })(post(server.origin));
    expect(outcome).toMatchObject({ kind: 'status', statusCode: 503, answer: 'please wait' });
  });
});

describe('a webhook that is not answered', () => {
  it('times out after 8 s, and not a millisecond before (§6.4.1)', async () => {
    const arrived = Promise.withResolvers<void>();
    const server = await started(httpsServer(() => arrived.resolve()));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const ended = vi.fn();
    const outcome = sender()(post(server.origin)).finally(ended);
    await arrived.promise;
    vi.advanceTimersByTime(7_999);
    await setImmediate();
    expect(ended).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await outcome).toMatchObject({ kind: 'timeout' });
  });

  it('times out on headers that arrive slowly', async () => {
    const server = await started(
      tlsServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('X-A: b\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    expect(await sender({ deadlineMs: 500 })(post(server.origin))).toMatchObject({ kind: 'timeout' });
  });

  it('times out on a name that takes too long to look up', async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    const outcome = await sender({ deadlineMs: 100, resolve })(post('https://shop.example/webhook'));
    expect(outcome).toMatchObject({ kind: 'timeout' });
  });
});

describe('connections', () => {
  it('are used again, until they have been idle for longer than servers keep them', async () => {
    const server = await started(httpsServer((_, response) => response.end('ok')));
    const time = { ms: 0 };
    const send = sender({ clock: () => time.ms });
    for (const idleMs of [0, 4_000, 4_001]) {
      time.ms += idleMs;
      const outcome = await send(post(server.origin));
      // When the body has been read, and one turn later, the connection is free.
      if (outcome.kind === 'delivered') await outcome.answer;
      await setImmediate();
    }
    expect(server.connections).toBe(2);
  });

  it('that break while idle cost nothing: the POST is sent once more, on a new one', async () => {
    const requests: string[] = [];
    const server = await started(
      tlsServer((socket) => {
        let isFirst = true;
        socket.on('data', (bytes) => {
          requests.push(String(bytes));
          // The second request on a connection is cut off unanswered, as if it had crossed with a close.
          if (isFirst) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
          else socket.destroy();
          isFirst = false;
        });
      }),
    );
    const send = sender();
    const outcome = await send(post(server.origin));
    if (outcome.kind === 'delivered') await outcome.answer;
    await setImmediate();
    expect(await send(post(server.origin))).toMatchObject({ kind: 'delivered' });
    expect([requests.length, server.connections]).toEqual([3, 2]);
    expect(new Set(requests).size).toBe(1);
  });

  it('that break after the first byte of an answer, or are new, are a failed attempt', async () => {
    let requests = 0;
    const server = await started(
      tlsServer((socket) => {
        socket.on('data', () => {
          requests += 1;
          if (requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
          else if (requests === 2) socket.end('H');
          else socket.destroy();
        });
      }),
    );
    const send = sender();
    const outcome = await send(post(server.origin));
    if (outcome.kind === 'delivered') await outcome.answer;
    await setImmediate();
    expect(await send(post(server.origin))).toMatchObject({ kind: 'not-http' });
    expect(await send(post(server.origin))).toMatchObject({ kind: 'reset' });
    expect(requests).toBe(3);
  });
});
