import * as z from 'zod/mini';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import { changeAccount } from '../../merchants/history/recorded-change.ts';
import type { Delivery, DeliveryOutcome } from '../../payments/transaction.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { Deliveries } from '../../webhooks/deliveries.ts';
import { payloadOf } from '../../webhooks/event.ts';
import { isTestEvent, TEST_ID_PREFIX } from '../../webhooks/event-kind.ts';
import type { OutcomeCode } from '../../webhooks/outcome.ts';
import { MAX_ATTEMPTS } from '../../webhooks/plan.ts';
import { byCaller, ownMerchant } from '../account-rules.ts';
import { type DashboardCaller, mayRead, notFound } from '../caller.ts';
import { type Refused, refused } from '../problem.ts';
import type { TimelineEntry } from '../transactions/timeline/entry.ts';
import { headersOf, SIGNATURE_HEADERS } from '../transactions/timeline/webhooks.ts';

export const testAttemptsInput = z.object({
  testId: z
    .string()
    .check(z.startsWith(TEST_ID_PREFIX, `testId must be the id of a test: ${TEST_ID_PREFIX}…`), z.maxLength(100)),
});
export type TestAttemptsInput = z.infer<typeof testAttemptsInput>;

export interface TestWebhookDependencies {
  merchants: Pick<Merchants, 'read' | 'change'>;
  newTestId(): string;
  /** `sendTestEventIn` (`webhooks/test-event`). */
  sendTest(merchantId: string, testId: string): Promise<string>;
  clock: Clock;
}

export type TestWebhookOutcome = { kind: 'sent'; testId: string } | Refused;

/** Each test is several POSTs to a server that may not be the merchant's. */
export const MAX_TESTS_A_MINUTE = 10;

/**
 * The test button (§6, decision D11): it sends whatever the toggle says, but needs a URL, and at most
 * `MAX_TESTS_A_MINUTE` for a merchant.
 */
export function testWebhook({ merchants, newTestId, sendTest, clock }: TestWebhookDependencies) {
  return async (caller: DashboardCaller): Promise<TestWebhookOutcome> => {
    const merchantId = ownMerchant(caller);
    const testId = newTestId();
    // Before the event: a crash in between leaves an entry without a test, and never a test that is not counted.
    const outcome = await changeAccount<TestWebhookOutcome>(merchants, merchantId, ({ webhookUrl, testsAt = [] }) => {
      if (webhookUrl === undefined) return { outcome: refused('url', { code: 'no-url-to-test' }) };
      const nowMs = clock();
      const recent = testsAt.filter((at) => at > nowMs - MINUTE_MS);
      const leavesFirst = recent.at(-MAX_TESTS_A_MINUTE);
      if (leavesFirst !== undefined) return { outcome: tooManyTests(leavesFirst + MINUTE_MS - nowMs) };
      const entry = { action: 'webhook.tested', by: byCaller(caller), at: nowMs, after: { testId } } as const;
      return { outcome: { kind: 'sent', testId }, change: { set: { testsAt: [...recent, nowMs] }, entry } };
    });
    if (!outcome) throw notFound('merchant');
    if (outcome.kind === 'sent') await sendTest(merchantId, testId);
    return outcome;
  };
}

function tooManyTests(waitMs: number): Refused {
  const seconds = Math.ceil(waitMs / 1_000);
  const problem = { code: 'too-many-tests', limit: MAX_TESTS_A_MINUTE, seconds } as const;
  return { ...refused('url', problem), retryAfterSeconds: seconds };
}

/** One POST of a test; `startedAt` is ISO 8601. What was sent and answered is as in the timeline, of a 2xx too. */
export interface TestAttempt extends Pick<AttemptEntry, 'headers' | 'signatureHeaders' | 'answer'> {
  number: number;
  startedAt: string;
  durationMs: number;
  outcome: OutcomeCode;
  statusCode: number | null;
}
type AttemptEntry = Extract<TimelineEntry, { kind: 'webhook-attempt' }>;

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

/**
 * The recorded attempts of a test, each within 50 ms of its outcome. Polled until `isEnded`. Stored for
 * `TEST_EVENT_DAYS`.
 */
export function testAttempts({ readEvent }: { readEvent: Deliveries['read'] }) {
  return async ({ testId }: TestAttemptsInput, caller: DashboardCaller): Promise<TestAttempts> => {
    const record = await readEvent(testId);
    const settlement = record?.settlements.at(-1);
    if (!record || !settlement || !isTestEvent(record) || !mayRead(caller, record.merchantId)) {
      throw notFound('transaction');
    }
    const { state, attempts, outcome } = settlement.delivery;
    const payload = payloadOf(record, settlement);
    const isEnded = state !== 'pending';
    return {
      state,
      isEnded,
      attempts: attempts.map(({ startedAt, durationMs, outcome, statusCode, answer }, index) => ({
        number: index + 1,
        startedAt: isoTime(startedAt),
        durationMs,
        outcome,
        statusCode: statusCode ?? null,
        answer: answer ?? null,
        headers: headersOf(record, settlement, payload, startedAt),
        signatureHeaders: SIGNATURE_HEADERS,
      })),
      payload,
      maximumAttempts: MAX_ATTEMPTS,
      outcome: outcome ?? null,
    };
  };
}
