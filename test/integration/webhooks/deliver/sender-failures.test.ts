import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '../../../../functions/runtime/durations.ts';
import { type SenderOptions, webhookSender } from '../../../../functions/webhooks/deliver/sender.ts';
import { listening } from '../../../support/network/listening.ts';
import { authority } from '../../../support/network/webhook-servers.ts';

/**
 * Needs nothing but this machine. Servers that are wrong as badssl.com's are, under its names; and alerts of TLS by
 * their numbers (RFC 8446, section 6).
 */

async function serve(server: ReturnType<typeof createServer>): Promise<string> {
  const { port, stop } = await listening(server);
  onTestFinished(stop);
  return `https://localhost:${port}/`;
}

/** TLS by `options`; what is answered to the request is `answer`. */
const tls = (options: TlsOptions, answer: (socket: Socket) => void = (socket) => void socket.end()) =>
  serve(createTlsServer(options, (socket) => socket.on('error', () => undefined).once('data', () => answer(socket))));
/** No TLS: what is done at the first bytes of the handshake. */
const tcp = (talk: (socket: Socket) => void) =>
  serve(createServer((socket) => socket.once('data', () => talk(socket))));
const alert = (number: number) => tcp((socket) => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, number])));

async function freePort(): Promise<number> {
  const { port, stop } = await listening(createServer());
  await stop();
  return port;
}

interface Made {
  days?: [number, number];
  name?: string;
  ca?: { key: string; cert: string };
}

async function certificate({ days: [from, to] = [-1, 9], name = 'localhost', ca }: Made): Promise<TlsOptions> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    ...{ keyType: 'ec', curve: 'P-256', algorithm: 'sha256', ...(ca && { ca }) },
    notBeforeDate: new Date(Date.now() + from * DAY_MS),
    notAfterDate: new Date(Date.now() + to * DAY_MS),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  });
  return { key, cert };
}

const root = await generate([{ name: 'commonName', value: 'root' }], {
  ...{ keyType: 'ec', curve: 'P-256', algorithm: 'sha256' },
  extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
});
const ca = { key: root.private, cert: root.cert };
const untrusted = async () => {
  const made = await certificate({ ca });
  return { ...made, cert: `${made.cert}\n${ca.cert}` };
};
const oldTls = { ...authority.certificate, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;

const CASES: [name: string, url: () => Promise<string>, outcome: string, options?: Partial<SenderOptions>][] = [
  ['self-signed', async () => tls(await certificate({})), 'tls'],
  ['expired', async () => tls(await certificate({ days: [-9, -1], ca })), 'expired'],
  ['not yet valid', async () => tls(await certificate({ days: [1, 9], ca })), 'expired'],
  ['wrong.host', async () => tls(await certificate({ name: 'shop.example', ca })), 'wrong-name'],
  ['untrusted-root', async () => tls(await untrusted()), 'tls', { extraAuthorities: [] }],
  ['incomplete-chain', async () => tls(await certificate({ ca })), 'tls', { extraAuthorities: [] }],
  ['tls-v1-1', async () => tls({ ...oldTls, ciphers: 'DEFAULT@SECLEVEL=0' }), 'tls'],
  ['protocol version by alert', () => alert(70), 'tls'],
  ['client-cert-missing', () => alert(116), 'tls'],
  ['unrecognized name', () => alert(112), 'wrong-name'],
  ['handshake failure', () => alert(40), 'tls'],
  ['internal error', () => alert(80), 'tls'],
  ['http', () => tcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')), 'tls'],
  ['another protocol', () => tcp((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')), 'tls'],
  ['close notify', () => alert(0), 'reset'],
  ['closed in the handshake', () => tcp((socket) => socket.end()), 'reset'],
  ['reset in the handshake', () => tcp((socket) => socket.resetAndDestroy()), 'reset'],
  ['silent in the handshake', () => tcp(() => undefined), 'timeout', { deadlineMs: 200 }],
  ['silence', () => tls(authority.certificate, () => undefined), 'timeout', { deadlineMs: 200 }],
  [
    'an unfinished head',
    () => tls(authority.certificate, (socket) => void socket.write('HTTP/1.1 200 OK\r\n')),
    ...(['timeout', { deadlineMs: 1_000 }] as const),
  ],
  [
    'one address refuses, and the next has no certificate for the name',
    async () => (await tls(authority.certificate)).replace('localhost', 'shop.example'),
    ...(['wrong-name', { resolve: async () => ['::1', '127.0.0.1'] }] as const),
  ],
  ['nothing listens', async () => `https://localhost:${await freePort()}/`, 'refused'],
  ['no such name', async () => 'https://shop.example/', 'dns', { resolve: () => Promise.reject(new Error('none')) }],
];

test.each(CASES)('%s', async (_, start, expected, options = {}) => {
  const send = webhookSender({
    ...{ clock: () => Date.now(), permitLoopback: true, extraAuthorities: [authority.ca, ca.cert], ...options },
  });
  expect(await send({ url: await start(), headers: {}, body: Buffer.from('{}') })).toMatchObject({ kind: expected });
});

test.each([
  ['before an answer', '', { kind: 'reset', detail: 'ECONNRESET' }],
  ['after the head of a 2xx', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{', { kind: 'delivered', statusCode: 200 }],
])('reset %s', async (_, answer, expected) => {
  const sockets: Socket[] = [];
  const server = createTlsServer(authority.certificate, (socket) =>
    socket
      .on('error', () => undefined)
      .once('data', () => socket.write(answer, () => sockets.at(-1)?.resetAndDestroy())),
  );
  server.on('connection', (socket: Socket) => sockets.push(socket));
  const send = webhookSender({ clock: () => 0, permitLoopback: true, extraAuthorities: [authority.ca] });
  expect(await send({ url: await serve(server), headers: {}, body: Buffer.from('{}') })).toMatchObject(expected);
});
