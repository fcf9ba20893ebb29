import type { ATTEMPT_OUTCOMES, DeliveryOutcome, DeliveryState } from '../payments/transaction.ts';
import { DEADLINE_MS } from './plan.ts';

export type OutcomeCode = (typeof ATTEMPT_OUTCOMES)[number];

/** What one POST came to: every way it can end is one of these. */
export type AttemptOutcome =
  /** `answer` is what arrives soon after the head, and never rejects; only a test event waits for it. */
  | { kind: 'delivered'; statusCode: number; durationMs: number; answer?: Promise<string> }
  /** `answer` is the first 1 KB of the body as text, as far as it came in time. */
  | { kind: 'status'; statusCode: number; durationMs: number; answer: string }
  /** `detail` is an error code such as `CERT_HAS_EXPIRED`, for the log; never an address, a message or a secret. */
  | { kind: Exclude<OutcomeCode, 'delivered' | 'status'>; durationMs: number; detail: string };

export function isAnswered(outcome: AttemptOutcome): outcome is Extract<AttemptOutcome, { statusCode: number }> {
  return outcome.kind === 'delivered' || outcome.kind === 'status';
}

/** One sentence for each, for commands and the dashboard's English. */
export const OUTCOME_SENTENCES: Record<OutcomeCode, string> = {
  delivered: 'The server answered with a 2xx status in time.',
  status:
    'The server answered, but not with a 2xx status: check the path, the signature check and the server’s log. Redirects are not followed.',
  timeout: `The server did not answer within ${DEADLINE_MS / 1_000} seconds: answer before long work, and check that no firewall drops the connection.`,
  dns: 'The host name of the webhook URL was not found, or its name servers failed: check the URL and the DNS of its domain.',
  blocked: 'The webhook URL leads to a private address, so nothing was sent: use an address on the public internet.',
  refused: 'The server refused the connection or could not be reached: check its address, its port and its firewall.',
  tls: 'The secure connection failed: use a certificate of a public authority with its full chain, TLS 1.2 or later, and the HTTPS port.',
  expired: 'The server’s certificate has expired or is not valid yet: renew it.',
  'wrong-name':
    'The server has no certificate for the host name of the webhook URL: correct the URL or the certificate.',
  reset:
    'The connection was closed before the server answered: check the logs of the server and of the proxy before it.',
  'not-http': 'The server sent no readable HTTP answer. It may have processed the event: check before you resend.',
};

/** The same for a complete delivery. */
export const DELIVERY_SENTENCES: Record<DeliveryOutcome | Exclude<DeliveryState, 'pending'>, string> = {
  delivered: 'The event was delivered.',
  not_delivered: 'The event was not delivered.',
  skipped: 'Nothing was sent: webhooks were off, or there was no URL.',
  superseded: 'A newer event of this transaction replaces this one.',
  not_attempted:
    'The attempts that were due could not be made: a fault on our side. The server may not have been called.',
};
