import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import { changeAccount } from '../../merchants/history/recorded-change.ts';
import type { Delivery } from '../../payments/transaction.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import type { Deliveries } from '../../webhooks/deliveries.ts';
import { isTestEvent } from '../../webhooks/event-kind.ts';
import { DELIVERY_OUTCOME_SENTENCES, OUTCOME_SENTENCES, type OutcomeClass } from '../../webhooks/outcome.ts';
import { MAXIMUM_ATTEMPTS } from '../../webhooks/plan.ts';
import { byCaller, ownMerchant, type Refused, type Sentence } from '../account-rules.ts';
import { type DashboardCaller, mayRead, notFound } from '../caller.ts';
import type { TestAttemptsInput } from './webhook-settings-input.ts';

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
    if (merchant.webhookUrl === undefined) return NO_URL;
    const testId = await sendTest(merchantId);
    // After the event, whose id it names: a crash in between loses the line, and the test is still found among the records.
    await changeAccount(merchants, merchantId, () => ({
      outcome: undefined,
      change: { entry: { action: 'webhook.tested', by: byCaller(caller), at: clock(), after: { testId } } },
    }));
    return { kind: 'sent', testId };
  };
}

/** One POST of a test; `startedAt` is ISO 8601. */
export interface TestAttempt {
  number: number;
  startedAt: string;
  durationMs: number;
  outcome: OutcomeClass;
  statusCode: number | null;
  sentence: Sentence;
}

export interface TestAttempts {
  state: Delivery['state'];
  /** Nothing more will come: the page need not ask again. */
  isEnded: boolean;
  attempts: TestAttempt[];
  maximumAttempts: number;
  /** ISO 8601, while another attempt is due. */
  nextAttemptAt: string | null;
  /** Why it ended where no attempt tells. */
  sentence: Sentence | null;
}

/** The attempts of a test as they are recorded, each within 50 ms of its outcome: asked again and again until `isEnded`. Kept for 7 days. */
export function testAttempts({ readEvent }: { readEvent: Deliveries['read'] }) {
  return async ({ testId }: TestAttemptsInput, caller: DashboardCaller): Promise<TestAttempts> => {
    const record = await readEvent(testId, 'strong');
    const delivery = record?.settlements.at(-1)?.delivery;
    if (!record || !delivery || !isTestEvent(record) || !mayRead(caller, record.merchantId)) {
      throw notFound('transaction');
    }
    const { state, attempts, nextAttemptAt, outcome } = delivery;
    const isEnded = state !== 'pending';
    return {
      state,
      isEnded,
      attempts: attempts.map(({ startedAt, durationMs, outcome, statusCode }, index) => ({
        number: index + 1,
        startedAt: isoTime(startedAt),
        durationMs,
        outcome,
        statusCode: statusCode ?? null,
        sentence: OUTCOME_SENTENCES[outcome],
      })),
      maximumAttempts: MAXIMUM_ATTEMPTS,
      nextAttemptAt: isEnded || nextAttemptAt === undefined ? null : isoTime(nextAttemptAt),
      sentence: outcome === undefined ? null : DELIVERY_OUTCOME_SENTENCES[outcome],
    };
  };
}

const NO_URL: Refused = {
  kind: 'refused',
  field: 'url',
  en: 'No webhook URL is set: save one before testing it.',
  pt: 'Não está definido nenhum URL de webhook: guarde um antes de o testar.',
};
