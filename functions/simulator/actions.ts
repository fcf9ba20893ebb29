import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';

/** How a payment can end, by what brought it about. */
export const DECISIONS = ['approved', 'rejected', 'no-funds', 'window-ended'] as const;
export type Decision = (typeof DECISIONS)[number];

/**
 * Something that happens at the bank by itself, as a message of the queue `actions`.
 * - `settle`: the payment ends by `decision`, unless it has ended before, and its notification goes out.
 * - `issued`: the notification of a newly generated reference goes out.
 *
 * `id` is the notification's id: a message that comes again sends the same notification again.
 */
export const action = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('settle'),
    id: z.uuid(),
    bankId: z.string(),
    decision: z.enum(DECISIONS),
    /** What was paid, where it is not the payment's own amount. */
    paidCents: z.int().positive().optional(),
  }),
  z.object({ kind: z.literal('issued'), id: z.uuid(), bankId: z.string() }),
]);
export type Action = z.infer<typeof action>;
export type SettleAction = Extract<Action, { kind: 'settle' }>;

/** Schedules an action. `delayS`: whole seconds, at most 900 (SQS). */
export type Schedule = (action: Action, delayS: number) => Promise<void>;

export function scheduleOn(sqs: SQSClient, queueUrl: string): Schedule {
  return async (action, delayS) => {
    await sqs.send(
      new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(action), DelaySeconds: delayS }),
    );
  };
}
