import { expect, test } from 'vitest';
import { MAX_REQUESTS_PER_MINUTE } from '../../../functions/http/messages.ts';
import { CONFIRMATION_WINDOW_MS } from '../../../functions/payments/times.ts';
import { PUSH_WINDOW_MS } from '../../../functions/simulator/payments/start.ts';
import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS, MAX_ATTEMPTS } from '../../../functions/webhooks/plan.ts';

test.each([
  ['§4.2, §8.3: the customer has 4 minutes to confirm', CONFIRMATION_WINDOW_MS, 240_000],
  ['§8.3: so has the customer of the simulated bank', PUSH_WINDOW_MS, 240_000],
  ['§6.4.1, §8.4: an endpoint answers within 8 seconds', DEADLINE_MS, 8_000],
  ['§6.4.2, §6.4.3, §8.5: up to 4 attempts are made', MAX_ATTEMPTS, 4],
  ['§6.4.2, §8.5: at once, after 200 ms, 1 s and 5 s', DELAYS_BEFORE_ATTEMPT_MS, [0, 200, 1_000, 5_000]],
  ['§8.1: 30 requests a minute for an address', MAX_REQUESTS_PER_MINUTE, 30],
])('%s', (_clause, constant, number) => {
  expect(constant).toEqual(number);
});
