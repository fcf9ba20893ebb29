import { SOURCE_HEADER } from '../../lib/local/api/request.ts';

/**
 * How a request comes from an address of 127.0.0.0/8: on Linux, where each of them is the machine's, from that address itself;
 * elsewhere from 127.0.0.1, with the address in a header of the local host.
 */
export function fromAddress(
  address: string | undefined,
  platform: string = process.platform,
): { localAddress?: string; headers: Record<string, string> } {
  if (address === undefined) return { headers: {} };
  return platform === 'linux' ? { localAddress: address, headers: {} } : { headers: { [SOURCE_HEADER]: address } };
}
