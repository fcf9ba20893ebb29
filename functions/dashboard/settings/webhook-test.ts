import * as z from 'zod/mini';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import { changeAccount } from '../../merchants/history/recorded-change.ts';
import type { DELIVERY_OUTCOMES, Delivery } from '../../payments/transaction.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import type { Deliveries } from '../../webhooks/deliveries.ts';
import { payloadOf } from '../../webhooks/event.ts';
import { isTestEvent, TEST_ID_PREFIX } from '../../webhooks/event-kind.ts';
import type { OutcomeClass } from '../../webhooks/outcome.ts';
import { MAXIMUM_ATTEMPTS } from '../../webhooks/plan.ts';
import { byCaller, ownMerchant } from '../account-rules.ts';
import { type DashboardCaller, mayRead, notFound } from '../caller.ts';
import { type Refused, refused } from '../problem.ts';
import type { TimelineEntry } from '../transactions/timeline-entry.ts';
import { headersOf, SIGNATURE_HEADERS } from '../transactions/timeline-webhooks.ts';

export const testAttemptsInput = z.object({
  testId: z
    .string()
    .check(z.startsWith(TEST_ID_PREFIX, `testId must be the id of a test: ${TEST_ID_PREFIX}…`), z.maxLength(100)),
});
export type TestAttemptsInput = z.infer<typeof testAttemptsInput>;

export interface TestWebhookDependencies {
  merchants: Pick<Merchants, 'read' | 'change'>;
  /** `sendTestEvent` (`webhooks/test-event.ts`) with its table. */
  sendTest(merchantId: string): Promise<string>;
  clock: Clock;
}

export type TestWebhookOutcome = { kind: 'sent'; testId: string } | Refused;

/** The test button (§6, decision D11): it sends whatever the toggle says, but needs a URL. */
export function testWebhook({ merchants, sendTest, clock }: TestWebhookDependencies) {
  return async (caller: DashboardCaller): Promise<TestWebhookOutcome> => {
    const merchantId = ownMerchant(caller);
    const merchant = await merchants.read(merchantId);
    if (!merchant) throw notFound('merchant');
    if (merchant.webhookUrl === undefined) return refused('url', { code: 'no-url-to-test' });
    const testId = await sendTest(merchantId);
    // After the event, whose id it names: a crash in between loses the entry, but the test itself is recorded.
    await changeAccount(merchants, merchantId, () => ({
      outcome: undefined,
      change: { entry: { action: 'webhook.tested', by: byCaller(caller), at: clock(), after: { testId } } },
    }));
    return { kind: 'sent', testId };
  };
}

/** One POST of a test; `startedAt` is ISO 8601. What was sent and answered is as in the timeline, of a 2xx too. */
export interface TestAttempt extends Pick<AttemptEntry, 'headers' | 'signatureHeaders' | 'answer' | 'failure'> {
  number: number;
  startedAt: string;
  durationMs: number;
  outcome: OutcomeClass;
  statusCode: number | null;
}
type AttemptEntry = Extract<TimelineEntry, { kind: 'webhook-attempt' }>;

export interface TestAttempts {
  state: Delivery['state'];
  /** Nothing more will come: the page need not ask again. */
  isEnded: boolean;
  attempts: TestAttempt[];
  /** The text that every attempt sends. */
  payload: string;
  maximumAttempts: number;
  /** ISO 8601, while another attempt is due. */
  nextAttemptAt: string | null;
  /** How it ended, where no attempt shows it. */
  outcome: (typeof DELIVERY_OUTCOMES)[number] | null;
}

/** The recorded attempts of a test, each within 50 ms of its outcome. Polled until `isEnded`. Kept for 7 days. */
export function testAttempts({ readEvent }: { readEvent: Deliveries['read'] }) {
  return async ({ testId }: TestAttemptsInput, caller: DashboardCaller): Promise<TestAttempts> => {
    const record = await readEvent(testId, 'strong');
    const settlement = record?.settlements.at(-1);
    if (!record || !settlement || !isTestEvent(record) || !mayRead(caller, record.merchantId)) {
      throw notFound('transaction');
    }
    const { state, attempts, nextAttemptAt, outcome } = settlement.delivery;
    const payload = payloadOf(record, settlement);
    const isEnded = state !== 'pending';
    return {
      state,
      isEnded,
      attempts: attempts.map(({ startedAt, durationMs, outcome, failure, statusCode, answer }, index) => ({
        number: index + 1,
        startedAt: isoTime(startedAt),
        durationMs,
        outcome,
        failure,
        statusCode: statusCode ?? null,
        answer: answer ?? null,
        headers: headersOf(record, settlement, payload, startedAt),
        signatureHeaders: SIGNATURE_HEADERS,
      })),
      payload,
      maximumAttempts: MAXIMUM_ATTEMPTS,
      nextAttemptAt: isEnded || nextAttemptAt === undefined ? null : isoTime(nextAttemptAt),
      outcome: outcome ?? null,
    };
  };
}
