import { SOURCE_HEADER } from '../../../lib/local/api/request.ts';

/**
 * How to send a request from an address of 127.0.0.0/8: on Linux from that address; elsewhere from 127.0.0.1, with the
 * address in a header that the local host reads.
 */
export function fromAddress(
  address: string | undefined,
  platform: string = process.platform,
): { localAddress?: string; headers: Record<string, string> } {
  if (address === undefined) return { headers: {} };
  return platform === 'linux' ? { localAddress: address, headers: {} } : { headers: { [SOURCE_HEADER]: address } };
}
