import * as z from 'zod/mini';
import type { Delivery, DeliveryOutcome } from '../../payments/transaction.ts';
import { isoTime } from '../../runtime/clock.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { Deliveries } from '../../webhooks/deliveries.ts';
import { payloadOf } from '../../webhooks/event.ts';
import { isTestEvent, TEST_ID_PREFIX } from '../../webhooks/event-kind.ts';
import { MAX_ATTEMPTS } from '../../webhooks/plan.ts';
import { byCaller, type ChangeDependencies, changeOwn } from '../account-rules.ts';
import { type DashboardCaller, mayRead, notFound, ownMerchant } from '../caller.ts';
import { Refused } from '../refused.ts';
import type { TimelineEntry } from '../transactions/timeline/entry.ts';
import { headersOf } from '../transactions/timeline/webhooks.ts';

interface TestDependencies extends ChangeDependencies {
  newTestId(): string;
  /** `sendTestEventIn` (`webhooks/test-event`). */
  sendTest(merchantId: string, testId: string): Promise<string>;
}

/** Each test is several POSTs to a server that may not be the merchant's. */
export const MAX_TESTS_A_MINUTE = 10;

/**
 * The test button (§6, decision D11): it sends whatever the toggle says, but needs a URL, and at most
 * `MAX_TESTS_A_MINUTE` for a merchant.
 */
export function testWebhook({ merchants, newTestId, sendTest, clock }: TestDependencies) {
  return async (_: object, caller: DashboardCaller) => {
    const testId = newTestId();
    // Before the event: a crash in between leaves an entry without a test, and never a test that is not counted.
    const outcome = await changeOwn(merchants, caller, ({ webhookUrl, testsAt = [] }) => {
      if (webhookUrl === undefined) throw new Refused('url', { code: 'no-url-to-test' });
      const nowMs = clock();
      const recent = testsAt.filter((at) => at > nowMs - MINUTE_MS);
      const leavesFirst = recent.at(-MAX_TESTS_A_MINUTE);
      if (leavesFirst !== undefined) {
        const seconds = Math.ceil((leavesFirst + MINUTE_MS - nowMs) / 1_000);
        throw new Refused('url', { code: 'too-many-tests', limit: MAX_TESTS_A_MINUTE, seconds });
      }
      const entry = { action: 'webhook.tested', by: byCaller(caller), at: nowMs, after: { testId } } as const;
      return { outcome: { kind: 'sent' as const, testId }, change: { set: { testsAt: [...recent, nowMs] }, entry } };
    });
    await sendTest(ownMerchant(caller), testId);
    return outcome;
  };
}

type AttemptEntry = Extract<TimelineEntry, { kind: 'webhook-attempt' }>;

/** One POST of a test; `startedAt` is ISO 8601. What was sent and answered is as in the timeline, of a 2xx too. */
export interface TestAttempt extends Omit<AttemptEntry, 'at' | 'kind' | 'eventId' | 'resends'> {
  startedAt: string;
}

export interface TestAttempts {
  state: Delivery['state'];
  /** The delivery has ended: the page need not ask again. */
  isEnded: boolean;
  attempts: TestAttempt[];
  /** The text that every attempt sends. */
  payload: string;
  maximumAttempts: number;
  /** How it ended, where no attempt shows it. */
  outcome: DeliveryOutcome | null;
}

export const testAttemptsInput = z.object({
  testId: z
    .string()
    .check(z.startsWith(TEST_ID_PREFIX, `testId must be the id of a test: ${TEST_ID_PREFIX}…`), z.maxLength(100))
    .register(z.globalRegistry, { description: `${TEST_ID_PREFIX}…` }),
});

/**
 * The recorded attempts of a test, each within 50 ms of its outcome. Polled until `isEnded`. Stored for
 * `TEST_EVENT_DAYS`.
 */
export function testAttempts({ readEvent }: { readEvent: Deliveries['read'] }) {
  return async ({ testId }: z.infer<typeof testAttemptsInput>, caller: DashboardCaller): Promise<TestAttempts> => {
    const record = await readEvent(testId);
    const settlement = record?.settlements.at(-1);
    if (!record || !settlement || !isTestEvent(record) || !mayRead(caller, record.merchantId)) {
      throw notFound('transaction');
    }
    const { state, attempts, outcome = null } = settlement.delivery;
    const payload = payloadOf(record, settlement);
    return {
      state,
      isEnded: state !== 'pending',
      attempts: attempts.map(({ startedAt, durationMs, outcome, statusCode = null, answer = null }, index) => ({
        ...{ durationMs, outcome, statusCode, answer },
        number: index + 1,
        startedAt: isoTime(startedAt),
        headers: headersOf(record, settlement, payload, startedAt),
      })),
      payload,
      maximumAttempts: MAX_ATTEMPTS,
      outcome,
    };
  };
}
