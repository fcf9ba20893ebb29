import { isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isIpAddress } from '../../../functions/webhooks/endpoint/address-guard.ts';

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
