import * as z from 'zod';
import { notificationContent } from './notification-kind.ts';

/** What can happen to a started payment, by its cause. */
export const DECISIONS = [
  'approved',
  'rejected',
  'no-funds',
  'window-ended',
  /** Neither accepted nor refused; the bank reports Declined. */
  'abandoned',
  /** Detected after the push was accepted: the phone is not registered with MB WAY. */
  'unregistered',
  /** Half of the amount was paid. */
  'in-part',
  /** The bank is processing it; the payment has not ended. */
  'in-process',
  /** Paid after the payment had ended. */
  'approved-late',
] as const;
export type Decision = (typeof DECISIONS)[number];

/** How the end of a payment is notified, if not once, correctly and immediately. */
export const MANNERS = [
  'not-notified',
  'notified-twice',
  'forged-first',
  'pending-after',
  'status-lags',
  'refunded',
  'annulled',
  'paid-twice',
] as const;
export type Manner = (typeof MANNERS)[number];

/**
 * Something that happens at the bank, as a message of the queue `actions`.
 * - `settle`: `decision` is made, unless the payment has ended before, and its notification is sent.
 * - `issued`: the notification of a newly generated reference is sent.
 * - `tell`: a further notification, or the retry of one that was not acknowledged.
 *
 * `id` is the notification's id, so that a retried message sends the same notification.
 */
export const action = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('settle'),
    id: z.uuid(),
    bankId: z.string(),
    /** The push that it belongs to; it does not settle another push. */
    pushId: z.uuid().optional(),
    decision: z.enum(DECISIONS),
    /** The paid amount, if it differs from the payment's. */
    paidCents: z.int().positive().optional(),
    manner: z.enum(MANNERS).optional(),
  }),
  z.object({ kind: z.literal('issued'), id: z.uuid(), bankId: z.string() }),
  z.object({
    kind: z.literal('tell'),
    id: z.uuid(),
    bankId: z.string(),
    notice: notificationContent,
    /** How often it was sent without acknowledgement, and when it was first sent. */
    failures: z.int().nonnegative(),
    firstAtMs: z.int(),
  }),
]);
export type Action = z.infer<typeof action>;
export type SettleAction = Extract<Action, { kind: 'settle' }>;
export type NotifyAction = Extract<Action, { kind: 'tell' }>;

/** Schedules an action after any number of whole seconds (`schedule.ts`). */
export type Schedule = (action: Action, delayS: number) => Promise<void>;
