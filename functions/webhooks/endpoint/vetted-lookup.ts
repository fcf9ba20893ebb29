import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { type GuardOptions, mayConnectTo } from './address-guard.ts';

/** All IPv4 and IPv6 addresses of a host name; rejects when there are none. */
export type ResolveAddresses = (hostname: string) => Promise<string[]>;

/** Codes of the errors that the lookup passes to the socket; the sender turns them into outcomes. */
export const BLOCKED_ADDRESS = 'ADDRESS_BLOCKED';
export const NAME_NOT_FOUND = 'NAME_NOT_FOUND';

/**
 * A `lookup` for a socket that answers only addresses it has vetted. The socket connects to what this very call
 * answers, so a name that changes between check and connect (rebinding) gains nothing. One forbidden address refuses
 * the name altogether: a public name with a private address is an attack or a mistake, never a receiver.
 */
export function vettedLookup(resolve: ResolveAddresses, options: GuardOptions): LookupFunction {
  return (hostname, { all, family }, callback) => {
    addressesOf(hostname, resolve, options).then(
      (addresses) => {
        if (!addresses.every((address) => mayConnectTo(address, options))) {
          return callback(codedError(BLOCKED_ADDRESS), '');
        }
        const vetted = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        const usable = family === 4 || family === 6 ? vetted.filter((entry) => entry.family === family) : vetted;
        const [first] = usable;
        if (!first) return callback(codedError(NAME_NOT_FOUND), '');
        if (all) callback(null, usable);
        else callback(null, first.address, first.family);
      },
      () => callback(codedError(NAME_NOT_FOUND), ''),
    );
  };
}

async function addressesOf(hostname: string, resolve: ResolveAddresses, options: GuardOptions): Promise<string[]> {
  // Name servers need not know this one; what it means is fixed.
  if (options.permitLoopback && hostname === 'localhost') return ['127.0.0.1', '::1'];
  return resolve(hostname.replace(/\.$/, ''));
}

function codedError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

/**
 * Asks the name servers directly. `dns.lookup` would take one of four threads per name, so that four names whose
 * servers hang would stop every other merchant's deliveries (invariant 8).
 */
export function nameServerResolve(): ResolveAddresses {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw codedError(NAME_NOT_FOUND);
    return addresses;
  };
}
