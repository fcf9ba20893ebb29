import { once } from 'node:events';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type HttpRequest, httpCaller } from '../../../functions/banking/http-call.ts';
import { HEAD_RESTS } from '../../support/network/answer-heads.ts';
import { listening } from '../../support/network/listening.ts';

/** The origin of a server that listens until the end of the test. */
async function started(server: Server): Promise<string> {
  const { origin, stop } = await listening(server);
  onTestFinished(stop);
  return origin;
}

const get = (url: string, changes: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  timeoutMs: 10_000,
  ...changes,
});
const call = httpCaller(() => 0);
const serve = (answer: RequestListener) => started(createHttp(answer));
/** No HTTP library: what is done with a connection. */
const serveTcp = (talk: (socket: Socket) => void) => started(createTcp((socket) => talk(socket.on('error', () => {}))));

describe('a call that was answered', () => {
  test('returns status and text, received in any number of pieces', async () => {
    const euro = Buffer.from('"€"');
    const url = await serve((_, response) => {
      response.writeHead(418);
      response.write(euro.subarray(0, 2), () => response.end(euro.subarray(2)));
    });
    expect(await call(get(url))).toEqual({ kind: 'answered', status: 418, body: '"€"' });
  });

  test('does not follow a redirect', async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      response.writeHead(307, { Location: '/y' }).end();
    });
    expect(await call(get(url))).toEqual({ kind: 'answered', status: 307, body: '' });
    expect(calls).toBe(1);
  });
});

describe('a call is certainly not sent', () => {
  test('when nothing listens on the port', async () => {
    const { origin, stop } = await listening(createTcp());
    await stop();
    expect(await call(get(origin))).toEqual({ kind: 'not-sent', detail: 'ECONNREFUSED' });
  });

  test('when the name does not resolve', async () => {
    expect(await call(get('https://bank.invalid/'))).toMatchObject({ kind: 'not-sent' });
  });

  test('when the server has no TLS', async () => {
    const url = await serve((_, response) => response.end());
    expect(await call(get(url.replace('http:', 'https:')))).toMatchObject({ kind: 'not-sent' });
  });

  test('when the server does not complete the TLS handshake', async () => {
    const url = await serveTcp((socket) => socket.resume());
    const outcome = await call(get(url.replace('http:', 'https:'), { timeoutMs: 150 }));
    expect(outcome).toEqual({ kind: 'not-sent', detail: 'deadline' });
  });

  test.each([
    ['plain HTTP to another machine', get('http://198.51.100.7/'), 'http: refused'],
    ['another protocol', get('ftp://localhost/'), 'bad URL'],
    ['no URL', get('bank'), 'bad URL'],
    ['no time left', get('http://localhost:1/', { timeoutMs: 0 }), 'deadline'],
    ['an invalid header', get('http://localhost:1/', { headers: { Authorization: 'a\nb' } }), 'ERR_INVALID_CHAR'],
  ])('with %s', async (_, request, detail) => {
    expect(await call(request)).toEqual({ kind: 'not-sent', detail });
  });
});

describe('the outcome of a call is unknown', () => {
  test('without an answer', async () => {
    const url = await serve(() => {});
    expect(await call(get(url, { timeoutMs: 150 }))).toEqual({ kind: 'no-answer', detail: 'deadline' });
  });

  test('when the answer stops', async () => {
    const url = await serve((_, response) => response.write('{'));
    expect(await call(get(url, { timeoutMs: 150 }))).toEqual({ kind: 'no-answer', detail: 'deadline' });
  });

  test('when the connection closes before the answer', async () => {
    const url = await serve((_, response) => response.socket?.destroy());
    expect(await call(get(url))).toEqual({ kind: 'no-answer', detail: 'ECONNRESET' });
  });

  test('when the connection closes during the answer', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('{', () => response.socket?.destroy());
    });
    expect(await call(get(url))).toEqual({ kind: 'no-answer', detail: 'ECONNRESET' });
  });

  test.each([
    ['body has no length', '\r\n\r\n{"a":1}', 'answer without length'],
    ['coding has no end', '\r\nTransfer-Encoding: gzip\r\n\r\n{"a":1}', 'answer without length'],
    ['head is cut', '\r\nContent-Length: 0\r\n', 'ECONNRESET'],
    ['body is cut', '\r\nContent-Length: 8\r\n\r\n{"a":1}', 'ECONNRESET'],
    ['last chunk is missing', '\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n', 'ECONNRESET'],
    ['chunk is too short', '\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{"a":1}\r\n0\r\n\r\n', 'ECONNRESET'],
  ])('when its %s, also if the connection ends in order', async (_, rest, detail) => {
    const url = await serveTcp((socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK${rest}`)));
    expect(await call(get(url))).toEqual({ kind: 'no-answer', detail });
  });

  test('when the answer is not HTTP', async () => {
    expect(await call(get(await serveTcp((socket) => socket.end('hello\r\n\r\n'))))).toMatchObject({
      kind: 'no-answer',
    });
  });

  test('when the answer is too long', async () => {
    const url = await serve((_, response) => response.end('x'.repeat(256 * 1024 + 1)));
    expect(await call(get(url))).toEqual({ kind: 'no-answer', detail: 'answer too large' });
  });
});

describe('an answer whose head is out of order', () => {
  const serveBytes = (...answers: string[]) =>
    serveTcp((socket) => socket.on('data', () => socket.write(Buffer.from(answers.shift() ?? '', 'latin1'))));
  const READ = new Set(['one length', 'an upgrade that was not asked for']);

  test('has no usable answer', async () => {
    const { 'nothing else': _, ...rests } = HEAD_RESTS;
    const outcomes = Object.entries(rests).map(async ([name, rest]) => {
      const url = await serveTcp((socket) =>
        socket.once('data', () => socket.end(Buffer.from(`HTTP/1.1 200 OK${rest}`, 'latin1'))),
      );
      const outcome = await call(get(url));
      return [name, outcome.kind === 'answered' ? outcome.body : outcome.kind];
    });
    const expected = Object.keys(rests).map((name) => [name, READ.has(name) ? 'ok' : 'no-answer']);
    expect(await Promise.all(outcomes)).toEqual(expected);
  });

  test('leaves nothing for the next call, whatever follows it in the same bytes', async () => {
    const forged = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged';
    const bodies = Object.values(HEAD_RESTS).map(async (rest) => {
      const url = await serveBytes(
        `HTTP/1.1 200 OK${rest}${forged}`,
        'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nown',
      );
      await call(get(url, { timeoutMs: 150 }));
      await new Promise(setImmediate);
      return call(get(url));
    });
    const own = { kind: 'answered', status: 200, body: 'own' };
    expect(await Promise.all(bodies)).toEqual(Object.values(HEAD_RESTS).map(() => own));
  });
});

test('an idle connection on which anything arrives is closed', async () => {
  const { promise: first, resolve } = Promise.withResolvers<Socket>();
  const url = await serveTcp((socket) =>
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nown', () => resolve(socket))),
  );
  const own = { kind: 'answered', status: 200, body: 'own' };
  expect(await call(get(url))).toEqual(own);
  await new Promise(setImmediate);
  const socket = await first;
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged');
  await once(socket, 'close');
  expect(await call(get(url))).toEqual(own);
});

describe('connections', () => {
  /** The requests by their connections. */
  const serveCounting = async (isCutOff = (_requests: number) => false) => {
    const ports: number[] = [];
    const url = await serve(({ socket }, response) => {
      ports.push(socket.remotePort ?? 0);
      if (isCutOff(ports.length)) socket.destroy();
      else response.end('ok');
    });
    return { ports, connections: () => new Set(ports).size, url };
  };
  const ok = { kind: 'answered', status: 200, body: 'ok' };
  const post = (url: string) => get(url, { method: 'POST', body: '{}' });

  test('are reused by the next inquiry, and by no POST, which may start a payment', async () => {
    const { connections, url } = await serveCounting();
    for (const request of [get(url), get(url), post(url), post(url), get(url)]) {
      expect(await call(request)).toEqual(ok);
      await new Promise(setImmediate);
    }
    expect(connections()).toBe(3);
  });

  test('are not reused after a pause in which the server may have closed them', async () => {
    let nowMs = 0;
    const later = httpCaller(() => nowMs);
    const { connections, url } = await serveCounting();
    await later(get(url));
    await new Promise(setImmediate);
    nowMs += 4_001;
    expect(await later(get(url))).toEqual(ok);
    expect(connections()).toBe(2);
  });

  test('that drop an inquiry on their second use: it is sent once more, on a new one', async () => {
    const { ports, url } = await serveCounting((requests) => requests === 2);
    await call(get(url));
    await new Promise(setImmediate);
    expect(await call(get(url))).toEqual(ok);
    expect([ports[1], ports.length]).toEqual([ports[0], 3]);
  });

  test('that drop a POST leave its outcome unknown, and it is not sent again', async () => {
    const { ports, url } = await serveCounting((requests) => requests === 2);
    await call(get(url));
    await new Promise(setImmediate);
    expect(await call(post(url))).toEqual({ kind: 'no-answer', detail: 'ECONNRESET' });
    expect(ports).toHaveLength(2);
  });

  test('that drop an inquiry whose next connection is refused: it may have arrived', async () => {
    const server = await listening(
      createHttp(({ url }, response) => (url === '/second' ? void server.stop() : response.end('ok'))),
    );
    await call(get(server.origin));
    await new Promise(setImmediate);
    expect(await call(get(`${server.origin}/second`))).toEqual({ kind: 'no-answer', detail: 'ECONNREFUSED' });
  });

  test('over TLS carry no byte of a POST before the certificate is verified, and it may have arrived after', async () => {
    const identity = await selfSigned();
    const trusted = getCACertificates('default');
    let calls = 0;
    const url = await started(
      createHttps(identity, ({ socket }) => {
        calls += 1;
        socket.destroy();
      }),
    );
    expect(await call(post(url))).toEqual({ kind: 'not-sent', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    setDefaultCACertificates([...trusted, identity.cert]);
    try {
      expect(await call(post(url))).toEqual({ kind: 'no-answer', detail: 'ECONNRESET' });
    } finally {
      setDefaultCACertificates(trusted);
    }
    expect(calls).toBe(1);
  });
});

/** A certificate for localhost, signed with its own key. */
async function selfSigned(): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...{ keyType: 'ec', curve: 'P-256', algorithm: 'sha256' },
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  return { key, cert };
}
