import { expect, test } from 'vitest';
import { WINDOW_MS } from '../../functions/gateway/rate-limit.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../../functions/http/messages.ts';
import { CONFIRMATION_WINDOW_MS } from '../../functions/payments/times.ts';
import { PUSH_WINDOW_MS } from '../../functions/simulator/payments/start.ts';
import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS, MAX_ATTEMPTS } from '../../functions/webhooks/plan.ts';

/** The numbers of the specification, by hand: what the service computes with, and what it may not change. */
test.each<[section: string, what: string, constant: unknown, specified: unknown]>([
  ['§6.4.2, §8.5', 'webhook attempts', MAX_ATTEMPTS, 4],
  ['§6.4.2, §8.5', 'delays before them in milliseconds', DELAYS_BEFORE_ATTEMPT_MS, [0, 200, 1_000, 5_000]],
  ['§6.4.1, §8.4', 'webhook response time-out in milliseconds', DEADLINE_MS, 8_000],
  ['§8.1', 'requests per minute per IP address', MAX_REQUESTS_PER_MINUTE, 30],
  ['§8.1', 'the minute in milliseconds', WINDOW_MS, 60_000],
  ['§4.2, §8.3', 'confirmation window of a push payment in milliseconds', CONFIRMATION_WINDOW_MS, 240_000],
  ['§8.3', 'the same at the simulated bank', PUSH_WINDOW_MS, 240_000],
])('%s: %s', (_section, _what, constant, specified) => {
  expect(constant).toEqual(specified);
});
