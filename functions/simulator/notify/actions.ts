import * as z from 'zod';
import { notice } from './notification-kind.ts';

/** What can happen to a started payment, by what brought it about. */
export const DECISIONS = [
  'approved',
  'rejected',
  'no-funds',
  'window-ended',
  /** Neither accepted nor refused, which the bank tells as Declined. */
  'abandoned',
  /** Found out only after the push was taken: nobody has this phone with MB WAY. */
  'unregistered',
  /** Half of the amount has come. */
  'in-part',
  /** The bank is at it: not an end. */
  'in-process',
  /** The money came though the payment had ended. */
  'approved-late',
] as const;
export type Decision = (typeof DECISIONS)[number];

/** How a payment's end is told, where it is not told once, truly and at once. */
export const MANNERS = [
  'not-told',
  'told-twice',
  'forged-first',
  'pending-after',
  'status-lags',
  'refunded',
  'annulled',
  'paid-twice',
] as const;
export type Manner = (typeof MANNERS)[number];

/**
 * Something that happens at the bank by itself, as a message of the queue `actions`.
 * - `settle`: `decision` falls, unless the payment has ended before, and its notification goes out.
 * - `issued`: the notification of a newly generated reference goes out.
 * - `tell`: one more notification, or one again that was not acknowledged.
 *
 * `id` is the notification's id: a message that comes again sends the same notification again.
 */
export const action = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('settle'),
    id: z.uuid(),
    bankId: z.string(),
    /** The push it belongs to; of another one it decides nothing. */
    pushId: z.uuid().optional(),
    decision: z.enum(DECISIONS),
    /** What was paid, where it is not the payment's own amount. */
    paidCents: z.int().positive().optional(),
    manner: z.enum(MANNERS).optional(),
  }),
  z.object({ kind: z.literal('issued'), id: z.uuid(), bankId: z.string() }),
  z.object({
    kind: z.literal('tell'),
    id: z.uuid(),
    bankId: z.string(),
    notice,
    /** How often it was sent and not acknowledged, and when that began. */
    failures: z.int().nonnegative(),
    firstAtMs: z.int(),
  }),
]);
export type Action = z.infer<typeof action>;
export type SettleAction = Extract<Action, { kind: 'settle' }>;
export type TellAction = Extract<Action, { kind: 'tell' }>;

/** Schedules an action in so many whole seconds, however many (`schedule.ts`). */
export type Schedule = (action: Action, delayS: number) => Promise<void>;
