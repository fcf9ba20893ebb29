import { Agent } from 'node:https';
import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { Clock } from '../../runtime/clock.ts';
import { httpConnections } from '../../runtime/http-connections.ts';
import { nameServerResolve, type ResolveAddresses, vettedLookup } from '../endpoint/vetted-lookup.ts';
import { checkWebhookUrl } from '../endpoint/webhook-url.ts';
import type { AttemptOutcome } from '../outcome.ts';
import { DEADLINE_MS, MAX_ANSWER_BYTES } from '../plan.ts';
import { failedBy, timedOut } from './failure.ts';

// A second address is tried when the first has not answered by then; Node's own 250 ms is too short for far servers.
const NEXT_ADDRESS_AFTER_MS = 1_000;

export interface SenderOptions {
  clock: Clock;
  permitLoopback: boolean;
  deadlineMs?: number;
  resolve?: ResolveAddresses;
  /** Opens the connections; its option `lookup` is the vetted lookup. */
  agent?: Agent;
  /** PEM certificates trusted besides the well-known ones, for receivers on this machine. */
  extraAuthorities?: string[];
}

export interface WebhookPost {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** One POST. Rejects only a header that HTTP does not allow; follows no redirect; sends nothing a second time. */
export type Send = (post: WebhookPost) => Promise<AttemptOutcome>;

/**
 * A sender with connections of its own, one per execution environment. Addresses are vetted when the connection is
 * made (`vetted-lookup.ts`), literal ones before each POST, since a socket resolves no name for them. The status line
 * decides, however malformed the rest of the answer is (§6.4.1, decision D13).
 */
export function webhookSender(options: SenderOptions): Send {
  const { clock, deadlineMs = DEADLINE_MS } = options;
  const agent = options.agent ?? tlsAgent(options.extraAuthorities);
  // Typed as any stream, for agents that connect by other means; what Node's own agent opens is a socket.
  const start = httpConnections((peer) => agent.createConnection({ ...agent.options, ...peer }) as Socket, clock);
  const lookup = vettedLookup(options.resolve ?? nameServerResolve(), options);
  return async ({ url, headers, body }) => {
    const target = checkWebhookUrl(url, options);
    if (!target.ok) return { kind: 'blocked', durationMs: 0, detail: target.problem };
    const startedAt = clock();
    const durationMs = () => Math.max(0, clock() - startedAt);
    const request = { method: 'POST', url: new URL(target.value), headers, body, lookup } as const;
    const exchange = start({ ...request, maxBodyBytes: MAX_ANSWER_BYTES });
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      exchange.destroy();
    }, deadlineMs);
    // As far as it comes before the deadline. A longer answer is cut off with its connection.
    const answer = exchange.end.then(() => {
      clearTimeout(deadline);
      // `stream` leaves out a character that is cut in two.
      return new TextDecoder().decode(exchange.answer.body, { stream: true });
    });
    const error = await exchange.head;
    if (error && isLate) return timedOut(exchange.phase, exchange.answer.hasBegun, durationMs());
    if (error) return failedBy(error, exchange.phase, durationMs());
    const statusCode = exchange.answer.status;
    if (statusCode >= 200 && statusCode <= 299) {
      return { kind: 'delivered', statusCode, durationMs: durationMs(), answer };
    }
    return { kind: 'status', statusCode, answer: await answer, durationMs: durationMs() };
  };
}

function tlsAgent(extraAuthorities: string[] = []): Agent {
  return new Agent({
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    ...(extraAuthorities.length > 0 && { ca: [...rootCertificates, ...extraAuthorities] }),
  });
}
