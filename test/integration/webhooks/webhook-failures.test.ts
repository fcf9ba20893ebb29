import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { failedBy } from '../../../functions/webhooks/deliver/failure.ts';
import { type SenderOptions, webhookSender } from '../../../functions/webhooks/deliver/sender.ts';
import { listening } from '../../support/network/listening.ts';
import { authority } from '../../support/network/webhook-servers.ts';

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
const bytes = (text: string) => tls(authority.certificate, (socket) => socket.end(text));

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
  ['self-signed', async () => tls(await certificate({})), 'tls self-signed'],
  ['expired', async () => tls(await certificate({ days: [-9, -1], ca })), 'tls expired'],
  ['not yet valid', async () => tls(await certificate({ days: [1, 9], ca })), 'tls not-yet-valid'],
  ['wrong.host', async () => tls(await certificate({ name: 'shop.example', ca })), 'tls wrong-name'],
  ['untrusted-root', async () => tls(await untrusted()), 'tls untrusted', { extraAuthorities: [] }],
  ['incomplete-chain', async () => tls(await certificate({ ca })), 'tls chain', { extraAuthorities: [] }],
  ['tls-v1-1', async () => tls({ ...oldTls, ciphers: 'DEFAULT@SECLEVEL=0' }), 'tls tls-version'],
  ['protocol version by alert', () => alert(70), 'tls tls-version'],
  ['client-cert-missing', () => alert(116), 'tls client-certificate'],
  ['unrecognized name', () => alert(112), 'tls wrong-name'],
  ['handshake failure', () => alert(40), 'tls handshake'],
  ['internal error', () => alert(80), 'tls handshake'],
  ['close notify', () => alert(0), 'tls handshake'],
  ['http', () => tcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')), 'tls no-tls'],
  ['another protocol', () => tcp((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')), 'tls no-tls'],
  ['closed in the handshake', () => tcp((socket) => socket.end()), 'tls handshake'],
  ['reset in the handshake', () => tcp((socket) => socket.resetAndDestroy()), 'tls reset'],
  ['silent in the handshake', () => tcp(() => undefined), 'timeout no-handshake', { deadlineMs: 200 }],
  ['closed without an answer', () => bytes(''), 'connection closed'],
  ['an unreadable answer', () => bytes('220 mail.example ready\r\n'), 'connection unreadable'],
  ['an answer cut in its status line', () => bytes('HTTP/1.1 200 OK'), 'connection unreadable'],
  ['an answer cut in its head', () => bytes('HTTP/1.1 200 OK\r\nDate: '), 'delivered'],
  ['an answer that changes the protocol', () => bytes('HTTP/1.1 101 x\r\n\r\n'), 'connection unreadable'],
  [
    'an unfinished head',
    () => tls(authority.certificate, (socket) => void socket.write('HTTP/1.1 200 OK\r\n')),
    ...(['timeout unfinished', { deadlineMs: 200 }] as const),
  ],
  ['silence', () => tls(authority.certificate, () => undefined), 'timeout', { deadlineMs: 200 }],
];

test.each(CASES)('%s', async (_, start, expected, options = {}) => {
  const send = webhookSender({
    ...{ clock: () => Date.now(), permitLoopback: true, extraAuthorities: [authority.ca, ca.cert], ...options },
  });
  const outcome = await send({ url: await start(), headers: {}, body: Buffer.from('{}') });
  expect([outcome.kind, 'failure' in outcome && outcome.failure].filter(Boolean).join(' ')).toBe(expected);
});

test('reset once the request was sent', async () => {
  const sockets: Socket[] = [];
  const server = createTlsServer(authority.certificate, (socket) =>
    socket.on('error', () => undefined).once('data', () => sockets.at(-1)?.resetAndDestroy()),
  );
  server.on('connection', (socket: Socket) => sockets.push(socket));
  const send = webhookSender({ clock: () => 0, permitLoopback: true, extraAuthorities: [authority.ca] });
  const outcome = await send({ url: await serve(server), headers: {}, body: Buffer.from('{}') });
  expect(outcome).toMatchObject({ kind: 'connection', failure: 'reset', detail: 'ECONNRESET' });
});

test.each([
  ['EHOSTUNREACH', 'connection unreachable'],
  ['ENETUNREACH', 'connection unreachable'],
  ['ETIMEDOUT', 'connection no-connection'],
  ['ECONNREFUSED', 'refused'],
  ['NAME_SERVERS_FAILED', 'dns name-servers'],
  ['NAME_NOT_FOUND', 'dns'],
  ['EMFILE', 'connection'],
])('%s at every address, as the system reports it', (code, expected) => {
  const errors = [1, 2].map(() => Object.assign(new Error('at 192.0.2.1'), { code, syscall: 'connect' }));
  const outcome = failedBy(new AggregateError(errors), 'connecting', 0);
  expect([outcome.kind, outcome.failure].filter(Boolean).join(' ')).toBe(expected);
  expect(outcome.detail).toBe(code);
});

test.each([
  ['refused', 'EHOSTUNREACH', 'ECONNREFUSED'],
  ['refused', 'ECONNREFUSED', 'ENETUNREACH'],
  ['refused', 'ETIMEDOUT', 'ECONNREFUSED'],
  ['connection unreachable', 'ETIMEDOUT', 'ENETUNREACH'],
])('%s, where one address of two says %s and the other %s', (expected, ...codes) => {
  const errors = codes.map((code) => Object.assign(new Error('at 192.0.2.1'), { code, syscall: 'connect' }));
  const outcome = failedBy(Object.assign(new AggregateError(errors), { code: codes[0] }), 'connecting', 0);
  expect([outcome.kind, outcome.failure].filter(Boolean).join(' ')).toBe(expected);
  if (expected === 'refused') expect(outcome.detail).toBe('ECONNREFUSED');
});

test.each([
  ['connecting', 'no-connection'],
  ['securing', 'no-handshake'],
  ['secured', undefined],
] as const)('the system’s own time-out while %s is %s', (phase, failure) => {
  expect(failedBy(Object.assign(new Error('read'), { code: 'ETIMEDOUT' }), phase, 0).failure).toBe(failure);
});
