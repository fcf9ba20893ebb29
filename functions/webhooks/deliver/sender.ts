import type { IncomingMessage } from 'node:http';
import { rootCertificates } from 'node:tls';
import type { Clock } from '../../runtime/clock.ts';
import { DEADLINE, type Exchange, httpClient, readBody } from '../../runtime/http-client.ts';
import { nameServerResolve, type ResolveAddresses, vettedLookup } from '../endpoint/vetted-lookup.ts';
import { checkWebhookUrl } from '../endpoint/webhook-url.ts';
import type { AttemptOutcome } from '../outcome.ts';
import { DEADLINE_MS, MAX_ANSWER_BYTES } from '../plan.ts';
import { failedBy } from './failure.ts';

// A second address is tried when the first has not answered by then; Node's own 250 ms is too short for far servers.
const NEXT_ADDRESS_AFTER_MS = 1_000;

// RFC 9112, section 4.
const STATUS_LINE = /^HTTP\/1\.\d[ \t\v\f\r]+([1-9]\d\d)(?:[ \t\v\f\r][^\n]*)?\n/;
// An answer that fails the attempt is shown: the rest of it does not delay the next attempt.
const ANSWER_WITHIN_MS = 500;

export interface SenderOptions {
  clock: Clock;
  permitLoopback: boolean;
  deadlineMs?: number;
  resolve?: ResolveAddresses;
  /** PEM certificates trusted besides the well-known ones, for receivers on this machine. */
  extraAuthorities?: string[];
}

export interface WebhookPost {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** One POST. Rejects only a header that HTTP does not allow. */
export type Send = (post: WebhookPost) => Promise<AttemptOutcome>;

/**
 * A sender with connections of its own, one per execution environment. Addresses are vetted when the connection is
 * made (`vetted-lookup.ts`), literal ones before each POST, since a socket resolves no name for them. The status line
 * decides, however malformed the rest of the answer is (§6.4.1, decision D13).
 */
export function webhookSender(options: SenderOptions): Send {
  const { clock, deadlineMs = DEADLINE_MS, extraAuthorities = [] } = options;
  const exchangeOf = httpClient({
    clock,
    insecureHTTPParser: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    lookup: vettedLookup(options.resolve ?? nameServerResolve(), options),
    ...(extraAuthorities.length > 0 && { ca: [...rootCertificates, ...extraAuthorities] }),
  });
  return async ({ url, headers, body }) => {
    const target = checkWebhookUrl(url, options);
    if (!target.ok) return { kind: 'blocked', durationMs: 0, detail: target.problem };
    const startedAt = clock();
    const durationMs = () => Math.max(0, clock() - startedAt);
    const exchange = await exchangeOf({
      ...{ method: 'POST', url: new URL(target.value), body, deadlineMs },
      headers: { ...headers, 'Accept-Encoding': 'identity' }, // a stored answer is text
    });
    const outcomeOf = async (statusCode: number, answer: Promise<string>): Promise<AttemptOutcome> =>
      statusCode >= 200 && statusCode <= 299
        ? { kind: 'delivered', statusCode, durationMs: durationMs(), answer }
        : { kind: 'status', statusCode, answer: await answer, durationMs: durationMs() };
    if (exchange.kind === 'head') return outcomeOf(exchange.response.statusCode ?? 0, textOf(exchange.response));
    const statusCode = statusIn(exchange);
    return statusCode === undefined ? failedBy(exchange, durationMs()) : outcomeOf(statusCode, Promise.resolve(''));
  };
}

/**
 * The status of an answer that Node's lenient parser refuses, or that is cut off after its first line. Only empty lines
 * and whole heads of interim answers may stand before that.
 */
function statusIn({ error, received }: Extract<Exchange, { kind: 'failed' }>): number | undefined {
  if (error.code === DEADLINE) return undefined;
  let rest = received.toString('latin1');
  for (;;) {
    rest = rest.replace(/^[\r\n]+/, '');
    const status = Number(STATUS_LINE.exec(rest)?.[1] ?? 0);
    if (status >= 200) return status;
    const headEnd = /\r?\n\r?\n/.exec(rest);
    if (status === 0 || status === 101 || !headEnd) return undefined;
    rest = rest.slice(headEnd.index);
  }
}

/** What arrives within `ANSWER_WITHIN_MS` of the head. */
async function textOf(response: IncomingMessage): Promise<string> {
  const timer = setTimeout(() => response.destroy(), ANSWER_WITHIN_MS);
  const { bytes } = await readBody(response, MAX_ANSWER_BYTES);
  clearTimeout(timer);
  // `stream` leaves out a character that is cut in two.
  return new TextDecoder().decode(bytes.subarray(0, MAX_ANSWER_BYTES), { stream: true });
}
