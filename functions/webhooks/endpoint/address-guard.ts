import ipaddr from 'ipaddr.js';

/** `permitLoopback` is for one machine only: merchants' receivers then run beside the service. */
export interface GuardOptions {
  permitLoopback: boolean;
}

// Inside 2000::/3, the only space given out for the public internet, these contain an IPv4 address or are reserved.
const GLOBAL_UNICAST_FIRST_PART = { mask: 0xe000, value: 0x2000 };

/**
 * Whether a webhook may be sent to this IP address. Only plain public unicast passes; what a range list does not name
 * is refused. Refused: private, loopback, link-local (metadata services), shared (CGNAT), multicast, broadcast,
 * reserved, documentation, benchmarking, unspecified and unique-local addresses, and every form that wraps an IPv4
 * address (mapped, compatible, NAT64, 6to4, Teredo, ISATAP): a public server has no need of them.
 */
export function mayConnectTo(address: string, options: GuardOptions): boolean {
  if (!isIpAddress(address)) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return options.permitLoopback;
  if (range !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || isPublicIpv6(parsed.parts);
}

function isPublicIpv6(parts: number[]): boolean {
  const isGlobal = ((parts[0] ?? 0) & GLOBAL_UNICAST_FIRST_PART.mask) === GLOBAL_UNICAST_FIRST_PART.value;
  // ISATAP: an interface identifier 0000:5efe or 0200:5efe and an IPv4 address, under any prefix.
  const isIsatap = parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x0200);
  return isGlobal && !isIsatap;
}

/**
 * Whether a text is an IP address: four decimal numbers without leading zeros, or IPv6, with a zone or without. It
 * accepts nothing that `isIP` of `node:net` refuses, and runs in a browser too: the dashboard checks a URL as it is
 * typed.
 */
export function isIpAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return true;
  return ipaddr.IPv6.isValid(text) && !hasOddIpv4(text);
}

/** An IPv4 address at the end of an IPv6 address may be written in one way only. */
function hasOddIpv4(ipv6: string): boolean {
  const last = ipv6.slice(ipv6.lastIndexOf(':') + 1).replace(/%.*$/, '');
  return last.includes('.') && !ipaddr.IPv4.isValidFourPartDecimal(last);
}
