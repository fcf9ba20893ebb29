import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { Clock } from '../../runtime/clock.ts';
import { type Checkout, paymentStatus, statusAt } from './checkout.ts';

/** What can happen to a started payment, by its cause. */
const DECISIONS = [
  'approved',
  'rejected',
  'no-funds',
  'window-ended',
  /** Neither accepted nor refused; the bank reports Declined. */
  'abandoned',
  /** Detected after the push was accepted: the phone is not registered with MB WAY. */
  'unregistered',
  /** Paid after the payment had ended. */
  'approved-late',
] as const;
export type Decision = (typeof DECISIONS)[number];

/** The content of a notification, fixed when it is first scheduled: a retry has the same content. */
const notice = paymentStatus.extend({
  /** All but `payment` have their own id, and a refund its own type. */
  operation: z.enum(['payment', 'second-payment', 'refund']),
  amountCents: z.int(),
  occurredAtMs: z.int(),
});
export type Notice = z.infer<typeof notice>;

const common = {
  /** Also the notification's id, so that a repeated message sends the same notification. */
  id: z.uuid(),
  bankId: z.string(),
  /** When it is due. */
  atMs: z.int(),
};

/**
 * Something that happens at the bank, as a message of the queue `actions`.
 * - `settle`: `decision` is made, unless the payment has ended before, and its notification is sent.
 * - `notify`: a further notification, or the retry of one that was not acknowledged.
 */
export const action = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('settle'),
    decision: z.enum(DECISIONS),
    /** The paid amount, if it differs from the payment's. */
    paidCents: z.int().positive().optional(),
  }),
  z.object({
    ...common,
    kind: z.literal('notify'),
    notice,
    /** How often it was sent without acknowledgement. */
    failures: z.int().nonnegative(),
  }),
]);
export type Action = z.infer<typeof action>;
export type SettleAction = Extract<Action, { kind: 'settle' }>;
export type NotifyAction = Extract<Action, { kind: 'notify' }>;

/** SQS delays a message by at most 15 minutes. */
const MAX_DELAY_S = 900;

/**
 * Sends actions to the queue so that they arrive when they are due. One that is due later than a queue can delay
 * arrives at the next quarter of an hour and is sent on (`act.ts`): all that wait arrive together, in few batches.
 */
export function scheduleOn(sqs: SQSClient, queueUrl: string, clock: Clock): (action: Action) => Promise<void> {
  return async (sent) => {
    const DelaySeconds = delaySeconds(sent.atMs, clock());
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(sent), DelaySeconds }));
  };
}

export function delaySeconds(atMs: number, nowMs: number): number {
  const remainingS = Math.max(0, Math.ceil((atMs - nowMs) / 1000));
  return remainingS <= MAX_DELAY_S ? remainingS : MAX_DELAY_S - (Math.floor(nowMs / 1000) % MAX_DELAY_S);
}

/** The content of a notification of the payment's current status. */
export function noticeOf(checkout: Checkout, nowMs: number): Notice {
  return {
    operation: 'payment',
    ...statusAt(checkout, nowMs),
    amountCents: checkout.paidCents ?? checkout.amountCents,
    occurredAtMs: checkout.settledAtMs ?? checkout.endsAtMs ?? checkout.startedAtMs ?? nowMs,
  };
}

/** A paid reference is paid once more: a movement of its own. */
export function secondPayment(amountCents: number, occurredAtMs: number): Notice {
  return { operation: 'second-payment', paymentStatus: 'Success', statusCode: '000', amountCents, occurredAtMs };
}

/** The first attempt of a notification. */
export function firstNotification(
  { id, bankId }: Pick<Action, 'id' | 'bankId'>,
  content: Notice,
  atMs: number,
): NotifyAction {
  return { kind: 'notify', id, bankId, notice: content, failures: 0, atMs };
}
