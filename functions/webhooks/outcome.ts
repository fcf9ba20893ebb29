import type { ATTEMPT_OUTCOMES, AttemptFailure, DeliveryOutcome, DeliveryState } from '../payments/transaction.ts';
import { DEADLINE_MS } from './plan.ts';

/**
 * How an attempt ended; stored with the attempt. Everything but `delivered` is a failed attempt (§6.4, decision D13).
 */
export type OutcomeClass = (typeof ATTEMPT_OUTCOMES)[number];

/** What one POST came to: every way it can end is one of these. */
export type AttemptOutcome =
  /** `answer` is read until the deadline at most and never rejects; only a test event waits for it. */
  | { kind: 'delivered'; statusCode: number; durationMs: number; answer?: Promise<string> }
  /** `answer` is the first 1 KB of the body as text, as far as it came in time. */
  | { kind: 'status'; statusCode: number; durationMs: number; answer: string }
  /** `detail` is an error code such as `CERT_HAS_EXPIRED`, for the log; never an address, a message or a secret. */
  | {
      kind: Exclude<OutcomeClass, 'delivered' | 'status'>;
      durationMs: number;
      detail: string;
      failure?: AttemptFailure | undefined;
    };

export function isAnswered(outcome: AttemptOutcome): outcome is Extract<AttemptOutcome, { statusCode: number }> {
  return outcome.kind === 'delivered' || outcome.kind === 'status';
}

/** One sentence for each class, for commands and the dashboard's English. */
export const OUTCOME_SENTENCES: Record<OutcomeClass, string> = {
  delivered: 'The server answered with a 2xx status in time.',
  status: 'The server answered, but not with a 2xx status (redirects are not followed).',
  timeout: `The server did not answer within ${DEADLINE_MS / 1_000} seconds.`,
  refused: 'The server refused the connection: nothing listens at that host and port.',
  dns: 'The host name of the webhook URL could not be found.',
  tls: 'The secure connection failed: check that the certificate is valid, complete and issued for that host name.',
  blocked: 'The webhook URL leads to an address that is not on the public internet, so nothing was sent.',
  connection: 'The connection failed or was closed before the server gave a valid answer.',
};

/** The same for the failures that are known more precisely. */
export const FAILURE_SENTENCES: Record<AttemptFailure, string> = {
  'name-servers': 'The name servers of the webhook URL’s domain did not answer, or failed: check the domain’s DNS.',
  unreachable: 'No network route leads to the server’s address: check the address of the host name.',
  'no-connection':
    'No connection to the server was made in time: usually a firewall drops it, or the address is wrong.',
  'no-handshake':
    'The server accepted the connection, but did not complete the TLS handshake in time: check its load and its TLS settings.',
  reset: 'The connection was reset by the server, or by a firewall or proxy before it: their logs may tell why.',
  closed: 'The server closed the connection without an answer: its log may tell why.',
  unfinished: `The server began to answer, but did not finish its headers within ${DEADLINE_MS / 1_000} seconds: answer before long work.`,
  unreadable:
    'The server’s answer was unreadable: it has no complete status line of HTTP/1.1, or changes the protocol. Check the port, and what answers at this path.',
  'self-signed': 'The server’s certificate is self-signed: it needs one from a publicly trusted authority.',
  untrusted:
    'The server’s certificate is from an authority that is not publicly trusted: it needs one from an authority that is.',
  chain:
    'The server’s certificate could not be verified: usually the intermediate certificate is missing, so configure the full chain. Or its authority is not publicly trusted.',
  expired: 'The server’s certificate has expired: renew it.',
  'not-yet-valid': 'The server’s certificate is not valid yet: check its dates.',
  'wrong-name':
    'The server’s certificate was issued for another name than the host of the webhook URL: correct the URL or the certificate.',
  'no-tls': 'The server answered without TLS: check the port of the webhook URL.',
  'tls-version': 'The server and this service have no TLS version in common: enable TLS 1.2 or later.',
  'client-certificate':
    'The server demands a client certificate, which webhooks do not have: exempt the webhook’s path.',
  handshake: 'The server ended the TLS handshake: its log may tell why.',
};

/** What an answer that is not 2xx usually means: by its status code, else by the class of the code. */
export const STATUS_SENTENCES = {
  '3xx': 'The server answered with a redirect, which is not followed: set the webhook URL to the final address.',
  '401': 'The server answered “unauthorised”: usually its signature check failed, or the path asks for a login.',
  '403': 'The server answered “forbidden”: usually a firewall, a CSRF check, or its signature check failed.',
  '404': 'The server has nothing at this path: check the path of the webhook URL.',
  '405': 'The path does not accept POST: check the path, and that its route takes POST.',
  '413': 'The server, or a proxy before it, accepts only smaller bodies: raise its limit.',
  '429': 'The server limits the rate of requests: exempt webhooks from its limit.',
  '4xx': 'The server refused the request: its response and its log may tell why.',
  '5xx': 'The server failed, or the proxy before it could not reach it: its log tells why.',
};
export type StatusSentences = Record<keyof typeof STATUS_SENTENCES, string>;

export interface AttemptSentences {
  attempt: Record<OutcomeClass, string>;
  failure: Record<AttemptFailure, string>;
  status: StatusSentences;
}

/** The sentence for an attempt, as precise as its failure or its status code allows. */
export function attemptSentence(
  sentences: AttemptSentences,
  attempt: { outcome: OutcomeClass; statusCode: number | null; failure?: AttemptFailure | undefined },
): string {
  const { outcome, statusCode, failure } = attempt;
  if (failure) return sentences.failure[failure];
  if (outcome !== 'status') return sentences.attempt[outcome];
  const keys = [`${statusCode}`, `${statusCode}`.replace(/..$/, 'xx')];
  const key = keys.find((each): each is keyof StatusSentences => each in sentences.status);
  return key ? sentences.status[key] : sentences.attempt.status;
}

/** The same for a complete delivery. */
export const DELIVERY_SENTENCES: Record<DeliveryOutcome | Exclude<DeliveryState, 'pending'>, string> = {
  delivered: 'The event was delivered.',
  not_delivered: 'The event was not delivered.',
  skipped: 'Nothing was sent: webhooks were off, or there was no URL.',
  superseded: 'A newer event of this transaction replaces this one.',
  not_attempted:
    'The attempts that were due could not be made: a fault on our side. The server may not have been called.',
};
