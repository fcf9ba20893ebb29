import * as z from 'zod/mini';
import { GRACE_MS } from '../times.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';

const count = z.int().check(z.nonnegative());

/** Asks for one look at a live push: the attempt `index` of a transaction; `done` is the number of looks before this one. */
const pollMessage = z.object({ transactionId: z.string(), index: count, done: count });
export type PollMessage = z.infer<typeof pollMessage>;

/** Throws on what is not a message of ours. */
export function readPollMessage(body: string): PollMessage {
  return pollMessage.parse(JSON.parse(body));
}

/** Sends a message that is received after `delayS` whole seconds. */
export type SendPoll = (message: PollMessage, delayS: number) => Promise<void>;

/** The push that a message is about; undefined when it is no longer live, so that nothing is left to ask. */
export function pushToPoll(transaction: Transaction | undefined, { index }: PollMessage): BankAttempt | undefined {
  if (transaction?.status !== 'pending' || transaction.liveAttempt !== index) return undefined;
  return transaction.attempts[index];
}

/** The pause in seconds before look number `done` + 1; the last of `pausesS` again and again. */
export function pauseBeforeS(done: number, pausesS: readonly number[]): number {
  return pausesS[Math.min(done, pausesS.length - 1)] ?? 0;
}

/** Whether another look after `pauseS` still comes before the sweep's, which takes over at the end of window and grace. */
export function isWorthWaiting({ endsAt, method }: BankAttempt, pauseS: number, nowMs: number): boolean {
  return nowMs + pauseS * 1_000 < endsAt + GRACE_MS[method];
}
