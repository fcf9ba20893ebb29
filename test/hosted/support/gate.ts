import { buffer } from 'node:stream/consumers';
import { SOURCE_HEADER } from '../../../lib/local/api/request.ts';
import { type Answer, forward } from '../../support/network/forward.ts';
import { httpServer, type Listening } from '../../support/network/listening.ts';
import type { HostedService } from './hosted-service.ts';

/** A request at the gate, and what passes it on to the service. */
export interface Passing {
  path: string;
  body: string;
  pass(): Promise<Answer>;
}

/**
 * The service under another origin, whose calls have a source address of their own for the rate limit. `through` may
 * change an answer, or give another one; null cuts the connection.
 */
export function startGate(
  { host, nextAddress }: Pick<HostedService, 'host' | 'nextAddress'>,
  through: (call: Passing) => Promise<Answer | null> = ({ pass }) => pass(),
): Promise<Listening> {
  const address = nextAddress();
  return httpServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    incoming.headers[SOURCE_HEADER] = address;
    const pass = () => forward(incoming, body, host.url);
    const call = { path: incoming.url ?? '', body: body.toString(), pass };
    const answer = await through(call).catch(() => null);
    if (!answer) return void outgoing.destroy();
    const { status, headers, bytes } = answer;
    outgoing.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes);
  });
}
