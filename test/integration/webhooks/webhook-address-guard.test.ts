import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookSender } from '../../../functions/webhooks/deliver/sender.ts';
import { mayConnectTo } from '../../../functions/webhooks/endpoint/address-guard.ts';
import { checkWebhookUrl } from '../../../functions/webhooks/endpoint/webhook-url.ts';

/** Needs nothing but this machine: a real listener on every local address, which no webhook may ever reach. */

const CLOSED = { permitLoopback: false };
const LOCAL = { permitLoopback: true };

const FORBIDDEN = [
  ['loopback', '127.0.0.1'],
  ['loopback, any of the block', '127.255.255.254'],
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private 10/8', '10.0.0.1'],
  ['private 172.16/12, first', '172.16.0.1'],
  ['private 172.16/12, last', '172.31.255.255'],
  ['private 192.168/16', '192.168.1.1'],
  ['shared (CGNAT), first', '100.64.0.1'],
  ['shared (CGNAT), last', '100.127.255.255'],
  ['link-local', '169.254.0.1'],
  ['cloud metadata', '169.254.169.254'],
  ['container credentials', '169.254.170.2'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation 1', '192.0.2.1'],
  ['documentation 2', '198.51.100.1'],
  ['documentation 3', '203.0.113.1'],
  ['benchmarking', '198.18.0.1'],
  ['6to4 relay', '192.88.99.1'],
  ['AS112', '192.175.48.1'],
  ['multicast', '224.0.0.1'],
  ['multicast, last', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 unspecified', '::'],
  ['IPv6 loopback', '::1'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-compatible, public inside', '::8.8.8.8'],
  ['IPv4-mapped', '::ffff:127.0.0.1'],
  ['IPv4-mapped, hexadecimal', '::ffff:7f00:1'],
  ['IPv4-mapped, public inside', '::ffff:8.8.8.8'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::127.0.0.1'],
  ['NAT64, metadata inside', '64:ff9b::a9fe:a9fe'],
  ['local NAT64', '64:ff9b:1::1'],
  ['discard', '100::1'],
  ['dummy prefix', '100:0:0:1::1'],
  ['Teredo', '2001::1'],
  ['benchmarking v6', '2001:2::1'],
  ['ORCHID', '2001:20::1'],
  ['IPv6 documentation', '2001:db8::1'],
  ['IPv6 documentation, newer', '3fff::1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of a private address', '2002:c0a8:101::1'],
  ['segment routing', '5f00::1'],
  ['unique-local', 'fc00::1'],
  ['cloud metadata v6', 'fd00:ec2::254'],
  ['link-local v6', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast v6', 'ff02::1'],
  ['unassigned space', '4000::1'],
  ['ISATAP', '2606:4700::5efe:7f00:1'],
  ['ISATAP, universal bit', '2606:4700::200:5efe:a00:1'],
] as const;

const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.0.1', '100.128.0.1', '193.136.1.1'];
const PUBLIC_V6 = ['2606:4700:4700::1111', '2a00:1450:4003:80f::200e', '2001:4860:4860::8888'];

// Ways to write 127.0.0.1 or this host in a URL.
const LOOPBACK_SPELLINGS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0.0.0x1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '127.000.000.001',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'shop.localhost',
];

const listener = { port: 0, connections: 0 };
const server = createServer((socket) => {
  listener.connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  listener.port = typeof address === 'object' && address ? address.port : 0;
});

afterAll(() => void server.close());

const send = (url: string, resolve = async (): Promise<string[]> => ['192.0.2.1']) =>
  webhookSender({ clock: () => Date.now(), ...CLOSED, deadlineMs: 2_000, resolve })({
    url,
    headers: {},
    body: Buffer.from('{}'),
  });

describe('an address', () => {
  it.each(FORBIDDEN)('that is %s (%s) is refused', (_, address) => {
    expect(mayConnectTo(address, CLOSED)).toBe(false);
  });

  it.each([...PUBLIC, ...PUBLIC_V6])('that is public (%s) is allowed', (address) => {
    expect(mayConnectTo(address, CLOSED)).toBe(true);
  });

  it.each(['', 'shop.example', '1.2.3', '::g', '1.2.3.4/8'])('that is not an IP address (%j) is refused', (text) => {
    expect(mayConnectTo(text, LOCAL)).toBe(false);
  });

  it('of loopback is allowed on one machine, and no other forbidden one', () => {
    const allowed = FORBIDDEN.map(([, address]) => address).filter((address) => mayConnectTo(address, LOCAL));
    expect(allowed).toEqual(['127.0.0.1', '127.255.255.254', '::1']);
  });
});

describe('nothing is sent', () => {
  it.each(LOOPBACK_SPELLINGS)('to this machine spelt %s', async (host) => {
    const url = `https://${host}:${listener.port}/webhook`;
    expect(checkWebhookUrl(url, CLOSED).ok).toBe(false);
    expect(await send(url)).toMatchObject({ kind: 'blocked' });
    expect(listener.connections).toBe(0);
  });

  it.each(['127.0.0.1', '169.254.169.254', 'fd00:ec2::254'])('to a public name that leads to %s', async (address) => {
    const url = `https://shop.example:${listener.port}/webhook`;
    expect(await send(url, async () => [address])).toMatchObject({ kind: 'blocked' });
    expect(listener.connections).toBe(0);
  });

  it('to a name with one forbidden address among public ones', async () => {
    const url = `https://shop.example:${listener.port}/webhook`;
    expect(await send(url, async () => ['8.8.8.8', '127.0.0.1'])).toMatchObject({ kind: 'blocked' });
    expect(listener.connections).toBe(0);
  });

  it('to a name that answers a public address when checked and a private one afterwards', async () => {
    // One look-up serves check and connection, so only the first answer can ever be connected to.
    let lookups = 0;
    const resolve = async () => (lookups++ === 0 ? ['127.0.0.1'] : ['8.8.8.8']);
    expect(await send(`https://shop.example:${listener.port}/`, resolve)).toMatchObject({ kind: 'blocked' });
    expect(lookups).toBe(1);
    expect(listener.connections).toBe(0);
  });

  it('while allowed calls reach the listener', async () => {
    const local = webhookSender({ clock: () => Date.now(), ...LOCAL });
    const url = `https://127.1:${listener.port}/webhook`;
    expect(await local({ url, headers: {}, body: Buffer.from('{}') })).toMatchObject({ kind: 'reset' });
    expect(listener.connections).toBe(1);
  });
});

describe('a webhook URL', () => {
  it.each([
    ['https://shop.example/hook', 'https://shop.example/hook'],
    ['HTTPS://Shop.Example', 'https://shop.example/'],
    ['https://shop.example:8443/a?b=c', 'https://shop.example:8443/a?b=c'],
    ['https://shop.example:443/', 'https://shop.example/'],
    ['https://shop.example/#part', 'https://shop.example/'],
    ['https://loja-são.example/', 'https://xn--loja-so-2wa.example/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
  ])('%s is kept as %s', (text, url) => {
    expect(checkWebhookUrl(text, CLOSED)).toEqual({ ok: true, value: url });
  });

  it.each([
    ['http://shop.example/', 'not-https'],
    ['ftp://shop.example/', 'not-https'],
    ['//shop.example/', 'not-https'],
    ['shop.example', 'not-https'],
    ['', 'not-https'],
    ['https:shop.example', 'not-https'],
    [' https://shop.example/', 'not-https'],
    ['https://', 'malformed'],
    ['https:///hook', 'not-public'],
    ['https://shop.example:99999/', 'malformed'],
    ['https://shop example/', 'malformed'],
    ['https://shop.example/a\tb', 'malformed'],
    ['https://shop.example\\@inner/', 'malformed'],
    ['https://user@shop.example/', 'credentials'],
    ['https://user:word@shop.example/', 'credentials'],
    ['https://shop.example@127.0.0.1/', 'credentials'],
    ['https://intranet/', 'not-public'],
    ['https://metadata.google.internal/', 'not-public'],
    ['https://printer.local/', 'not-public'],
    ['https://10.0.0.1/', 'not-public'],
    ['https://localhost/', 'not-public'],
    [`https://shop.example/${'a'.repeat(2_048)}`, 'too-long'],
    [`https://shop.example/${'é'.repeat(1_000)}`, 'too-long'],
  ])('%s is refused', (text, problem) => {
    expect(checkWebhookUrl(text, CLOSED)).toEqual({ ok: false, problem });
  });

  it.each(['https://localhost:4443/webhook', 'https://127.0.0.1:4443/webhook', 'https://[::1]:4443/webhook'])(
    '%s is kept on one machine',
    (text) => {
      expect(checkWebhookUrl(text, LOCAL)).toEqual({ ok: true, value: text });
    },
  );
});
