import type { Hook } from './hook-receiver.ts';

/** A webhook's body (§6.3). */
export interface Payload {
  event: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** The bodies a hook has received, in order of arrival, repeats included. */
export function payloads({ requests }: Pick<Hook, 'requests'>): Payload[] {
  return requests.map(({ body }) => JSON.parse(body.toString()) as Payload);
}
