import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GuardOptions, mayConnectTo } from './address-guard.ts';

/** The IPv4 and IPv6 addresses of a host name; rejects when there are none, or none is known. */
export type ResolveAddresses = (hostname: string) => Promise<string[]>;

/** Codes of the errors that the lookup passes to the socket; the sender turns them into outcomes. */
export const BLOCKED_ADDRESS = 'ADDRESS_BLOCKED';
export const NAME_NOT_FOUND = 'NAME_NOT_FOUND';
export const NAME_SERVERS_FAILED = 'NAME_SERVERS_FAILED';

/**
 * A `lookup` for a socket that answers only addresses it has vetted. The socket connects to what this very call
 * answers, so a name that changes between check and connect (rebinding) gains nothing. One forbidden address among
 * those answered in time refuses the name altogether: a public name with a private address is an attack or a mistake,
 * never a receiver.
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
      (error) => callback(codedError(error.code === NAME_SERVERS_FAILED ? NAME_SERVERS_FAILED : NAME_NOT_FOUND), ''),
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

// RFC 8305, section 3: how long a name that has IPv4 addresses waits for its IPv6 addresses.
export const RESOLUTION_DELAY_MS = 50;

/** Answers that there is no such record, or no such name; other codes say that the name servers failed. */
const NO_RECORD = ['ENODATA', 'ENOTFOUND'];

/**
 * Queries the name servers directly. `dns.lookup` would occupy one of four threads per name, so that four names whose
 * servers hang would stop every other merchant's deliveries (invariant 8). Some servers never answer for IPv6: that
 * costs `RESOLUTION_DELAY_MS`, not the resolver's time-outs. IPv4 is always waited for. What comes later is never used,
 * and so need not be vetted (docs/decisions/0045-webhook-addresses.md).
 */
export function nameServerResolve(servers?: string[]): ResolveAddresses {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const ipv6 = answerTo(resolver.resolve6(hostname));
    const ipv4 = await answerTo(resolver.resolve4(hostname));
    const late = { addresses: [], hasFailed: false };
    const answers = [
      ipv4,
      await (ipv4.addresses.length > 0 ? Promise.race([ipv6, sleep(RESOLUTION_DELAY_MS, late)]) : ipv6),
    ];
    const addresses = answers.flatMap((answer) => answer.addresses);
    if (addresses.length > 0) return addresses;
    throw codedError(answers.some(({ hasFailed }) => hasFailed) ? NAME_SERVERS_FAILED : NAME_NOT_FOUND);
  };
}

async function answerTo(query: Promise<string[]>): Promise<{ addresses: string[]; hasFailed: boolean }> {
  try {
    return { addresses: await query, hasFailed: false };
  } catch (error) {
    return { addresses: [], hasFailed: !NO_RECORD.includes((error as NodeJS.ErrnoException).code ?? '') };
  }
}
