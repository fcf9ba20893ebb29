import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isIpAddress, mayConnectTo } from '../../../../functions/webhooks/endpoint/address-guard.ts';

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
  ['ISATAP, universal bit', '2606:4700::200:5efe:808:808'],
] as const;

const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.0.1', '100.128.0.1', '193.136.1.1'];
const PUBLIC_V6 = ['2606:4700:4700::1111', '2a00:1450:4003:80f::200e', '2001:4860:4860::8888'];
// A wrapped IPv4 address has the complete ISATAP mark.
const NOT_WRAPPED = ['2606:4700::1:5efe:808:808', '2606:4700::5eff:808:808'];

describe('an address', () => {
  it.each(FORBIDDEN)('that is %s (%s) is refused', (_, address) => {
    expect(mayConnectTo(address, CLOSED)).toBe(false);
  });

  it.each([...PUBLIC, ...PUBLIC_V6, ...NOT_WRAPPED])('that is public (%s) is allowed', (address) => {
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

const octet = fc.oneof({ weight: 9, arbitrary: fc.nat(255).map(String) }, fc.constantFrom('256', '01', '007', ''));
const ipv4 = fc.array(octet, { minLength: 3, maxLength: 5 }).map((octets) => octets.join('.'));
const part = fc.nat(0xffff).map((value) => value.toString(16));
const ipv6 = fc
  .tuple(fc.array(part, { maxLength: 8 }), fc.array(part, { maxLength: 8 }), fc.option(ipv4), fc.boolean())
  .map(([before, after, embedded, isShort]) => {
    const tail = embedded === null ? after : [...after, embedded];
    return isShort ? `${before.join(':')}::${tail.join(':')}` : [...before, ...tail].join(':');
  });

test('an IP address is recognised exactly as by isIP of Node', () => {
  fc.assert(
    fc.property(fc.oneof(ipv4, ipv6, fc.ipV4(), fc.ipV6(), fc.domain(), fc.string()), (text) => {
      expect(isIpAddress(text)).toBe(isIP(text) !== 0);
    }),
    { numRuns: 2_000 },
  );
});

test('an address with a zone is an IP address, so that link-local addresses are checked', () => {
  expect(isIpAddress('fe80::1%eth0')).toBe(true);
  expect(isIpAddress('2001:db8::08.8.8.8')).toBe(false);
});
