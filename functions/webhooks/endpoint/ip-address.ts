import ipaddr from 'ipaddr.js';

/**
 * Whether a text is an IP address: four decimal numbers without leading zeros, or IPv6, with a zone or without. It says no
 * to whatever `isIP` of `node:net` says no to, but runs in a browser too: the dashboard checks a URL as it is typed.
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
