import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { type HttpRequest, httpCaller } from '../../../functions/banking/http-call.ts';
import { HEAD_RESTS } from '../../support/network/answer-heads.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
  }
});

async function listen<Kind extends Server>(server: Kind): Promise<number> {
  open.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return (server.address() as AddressInfo).port;
}

const get = (url: string, changes: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  timeoutMs: 10_000,
  ...changes,
});
const call = httpCaller(() => 0);
const serve = async (listener: RequestListener) => `http://127.0.0.1:${await listen(createHttp(listener))}/x`;

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
    const server = createTcp();
    const port = await listen(server);
    await new Promise((closed) => server.close(closed));
    expect(await call(get(`http://127.0.0.1:${port}/`))).toEqual({ kind: 'not-sent', detail: 'ECONNREFUSED' });
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
    const server = createHttps(selfSigned(), () => calls++);
    const url = `https://127.0.0.1:${await listen(server)}/`;
    expect(await call(get(url, { method: 'POST', body: '{}' }))).toEqual({
      kind: 'not-sent',
      detail: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(calls).toBe(0);
  });

  test('when the server does not complete the TLS handshake', async () => {
    const port = await listen(createTcp((socket) => socket.on('error', () => {}).resume()));
    const outcome = await call(get(`https://127.0.0.1:${port}/`, { timeoutMs: 150 }));
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
    const port = await listen(createTcp((socket) => socket.on('error', () => {}).end(answer)));
    expect(await call(get(`http://127.0.0.1:${port}/`))).toEqual({ kind: 'no-answer', detail: 'ANSWER_UNCLEAR' });
  });

  test('when the answer is not HTTP', async () => {
    const port = await listen(createTcp((socket) => socket.on('error', () => {}).end('hello\r\n\r\n')));
    expect(await call(get(`http://127.0.0.1:${port}/`))).toMatchObject({ kind: 'no-answer' });
  });

  test('when the answer is too long', async () => {
    const url = await serve((_, response) => response.end('x'.repeat(256 * 1024 + 1)));
    expect(await call(get(url))).toEqual({ kind: 'no-answer', detail: 'answer too large' });
  });
});

describe('an answer whose head is out of order', () => {
  const serveBytes = async (...answers: string[]) => {
    const server = createTcp((socket) =>
      socket.on('error', () => {}).on('data', () => socket.write(Buffer.from(answers.shift() ?? '', 'latin1'))),
    );
    return `http://127.0.0.1:${await listen(server)}/`;
  };
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
  const server = createTcp((socket) =>
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nown', () => resolve(socket))),
  );
  const url = `http://127.0.0.1:${await listen(server)}/`;
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
    return { ports, url: `http://127.0.0.1:${await listen(server)}/` };
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
    const identity = selfSigned();
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, identity.cert]);
    try {
      const ports: number[] = [];
      const server = createHttps(identity, ({ socket }, response) => {
        ports.push(socket.remotePort ?? 0);
        if (ports.length === 1) response.end('ok');
        else socket.destroy();
      });
      const url = `https://localhost:${await listen(server)}/`;
      expect(await call(get(url))).toEqual({ kind: 'answered', status: 200, body: 'ok' });
      await new Promise(setImmediate);
      expect(await call(get(url))).toEqual({ kind: 'no-answer', detail: 'ECONNRESET' });
      expect(ports).toEqual([ports[0], ports[0]]);
    } finally {
      setDefaultCACertificates(trusted);
    }
  });
});

/** A certificate valid for the years around now, signed with its own key: X.509 version 1. */
function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = (tag: number, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts);
    const { length } = content;
    const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
    return Buffer.concat([Buffer.from([tag, ...size]), content]);
  };
  const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
  const utcTime = (year: number) => der(0x17, Buffer.from(`${String(year % 100).padStart(2, '0')}0101000000Z`));
  const commonName = sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('localhost')));
  const name = sequence(der(0x31, commonName));
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const year = new Date().getUTCFullYear();
  const validity = sequence(utcTime(year - 1), utcTime(year + 2));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const unsigned = sequence(der(0x02, Buffer.from([1])), ecdsaWithSha256, name, validity, name, spki);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', unsigned, privateKey));
  const cert = sequence(unsigned, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----\n`,
  };
}
