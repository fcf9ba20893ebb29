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

  test('when no authority confirms the server’s name; the server gets no request', async () => {
    let calls = 0;
    const url = await started(createHttps(await selfSigned(), () => calls++));
    expect(await call(get(url, { method: 'POST', body: '{}' }))).toEqual({
      kind: 'not-sent',
      detail: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(calls).toBe(0);
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
    ['body has no length', 'HTTP/1.1 200 OK\r\n\r\n{"a":1}'],
    ['head is cut', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n'],
    ['chunk ends in a line feed', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{"a":1}\r\n0\r\n\r\n'],
  ])('when its %s, also if the connection ends in order', async (_, answer) => {
    expect(await call(get(await serveTcp((socket) => socket.end(answer))))).toEqual({
      kind: 'no-answer',
      detail: 'ANSWER_UNCLEAR',
    });
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
  const UNCLEAR = new Set([
    ...['a length and a coding', 'two lengths', 'a length that is no number', 'a negative length', 'an empty length'],
    ...['a huge length', 'an unknown coding', 'chunks that are none'],
  ]);

  test('counts when one framing is clear and the body complete, and is never guessed', async () => {
    const { 'nothing else': _, ...rests } = HEAD_RESTS;
    const outcomes = Object.entries(rests).map(async ([name, rest]) => {
      const outcome = await call(get(await serveBytes(`HTTP/1.1 200 OK${rest}`)));
      return [name, outcome.kind === 'answered' ? outcome.body : outcome.kind];
    });
    const expected = Object.keys(rests).map((name) => [name, UNCLEAR.has(name) ? 'no-answer' : 'ok']);
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
  const serveCountingConnections = async () => {
    const server = createHttp((_, response) => response.end('ok'));
    const ports: number[] = [];
    server.on('connection', ({ remotePort }) => ports.push(remotePort ?? 0));
    return { ports, url: await started(server) };
  };

  test('are reused by the next call', async () => {
    const { ports, url } = await serveCountingConnections();
    await call(get(url));
    await new Promise(setImmediate);
    await call(get(url));
    expect(ports).toHaveLength(1);
  });

  test('are not reused after a pause in which the server may have closed them', async () => {
    let nowMs = 0;
    const later = httpCaller(() => nowMs);
    const { ports, url } = await serveCountingConnections();
    await later(get(url));
    await new Promise(setImmediate);
    nowMs += 4_001;
    expect(await later(get(url))).toMatchObject({ kind: 'answered' });
    expect(ports).toHaveLength(2);
  });

  test('that drop a second call leave its outcome unknown, and it is not repeated', async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      if (calls === 1) response.end('ok');
      else response.socket?.destroy();
    });
    await call(get(url));
    await new Promise(setImmediate);
    expect(await call(get(url))).toEqual({ kind: 'no-answer', detail: 'ECONNRESET' });
    expect(calls).toBe(2);
  });

  test('also over TLS, where a dropped second call may have arrived', async () => {
    const identity = await selfSigned();
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, identity.cert]);
    try {
      const ports: number[] = [];
      const server = createHttps(identity, ({ socket }, response) => {
        ports.push(socket.remotePort ?? 0);
        if (ports.length === 1) response.end('ok');
        else socket.destroy();
      });
      const url = await started(server);
      expect(await call(get(url))).toEqual({ kind: 'answered', status: 200, body: 'ok' });
      await new Promise(setImmediate);
      expect(await call(get(url))).toEqual({ kind: 'no-answer', detail: 'ECONNRESET' });
      expect(ports).toEqual([ports[0], ports[0]]);
    } finally {
      setDefaultCACertificates(trusted);
    }
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
