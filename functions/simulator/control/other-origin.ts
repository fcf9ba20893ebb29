/** Names that no DNS answer can point elsewhere: localhost, IPv4 and IPv6 addresses. */
const FIXED_NAME = /^(localhost|[\d.]+|\[[\da-f:.]+\])$/;

/**
 * Whether the page that makes a call is of another origin than the endpoint. Calls without `Origin`, as of curl, are
 * not. A plain HTTP page must be under a fixed name: a site can let its own name point to this machine (DNS rebinding)
 * and then calls as if it were of this origin.
 */
export function isOfOtherOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return false;
  const page = URL.parse(origin);
  return page === null || page.host !== host || (page.protocol !== 'https:' && !FIXED_NAME.test(page.hostname));
}
