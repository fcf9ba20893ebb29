import * as z from 'zod/mini';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import { errorFields } from '../../runtime/logger.ts';
import { GRACE_MS } from '../times.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';
import { type ApplyDependencies, applyReport } from './apply.ts';
import { askAbout, bankOf } from './bank-of.ts';

const count = z.int().check(z.nonnegative());

/** Requests one poll of a live push: the attempt `index` of a transaction; `done` is the number of polls before it. */
const pollMessage = z.object({ transactionId: z.string(), index: count, done: count });
export type PollMessage = z.infer<typeof pollMessage>;

/** Throws on a malformed message. */
export function readPollMessage(body: string): PollMessage {
  return pollMessage.parse(JSON.parse(body));
}

/** Sends a message that is received after `delayS` whole seconds. */
export type SendPoll = (message: PollMessage, delayS: number) => Promise<void>;

/** The push of a message; undefined when it is no longer live. */
export function pushToPoll(transaction: Transaction | undefined, { index }: PollMessage): BankAttempt | undefined {
  if (transaction?.status !== 'pending' || transaction.liveAttempt !== index) return undefined;
  return transaction.attempts[index];
}

/** The pause in seconds before poll number `done` + 1; the last of `pausesS` repeats. */
export function pauseBeforeS(done: number, pausesS: readonly number[]): number {
  return pausesS[Math.min(done, pausesS.length - 1)] ?? 0;
}

/** Whether a poll after `pauseS` is before the sweep's inquiry at the end of window and grace. */
export function isBeforeSweep({ endsAt, method }: BankAttempt, pauseS: number, nowMs: number): boolean {
  return nowMs + pauseS * 1_000 < endsAt + GRACE_MS[method];
}

export interface PollDependencies extends ApplyDependencies {
  bankAccounts: BankAccounts;
  sendPoll: SendPoll;
}

/**
 * Polls a live push once and sends the message for the next poll while it is live. A duplicate message only causes more
 * polls; after a lost message the sweep queries the bank.
 */
export async function poll(dependencies: PollDependencies, message: PollMessage): Promise<void> {
  const { logger } = dependencies;
  // A stale copy is sufficient: the write is conditional, and at worst one inquiry is redundant.
  const transaction = await dependencies.read(message.transactionId, false);
  const attempt = pushToPoll(transaction, message);
  if (!transaction || !attempt) return;
  const isDecided = await pollOnce(dependencies, transaction, attempt).catch((error: unknown) => {
    logger.warn('poll failed', { transactionId: message.transactionId, ...errorFields(error) });
    return false;
  });
  if (!isDecided) await sendNext(dependencies, transaction, { ...message, done: message.done + 1 });
}

/** Whether the push is decided. */
async function pollOnce(
  dependencies: PollDependencies,
  transaction: Transaction,
  attempt: BankAttempt,
): Promise<boolean> {
  const { bank } = await bankOf(dependencies.bankAccounts, transaction);
  const status = await askAbout(bank, transaction, attempt.bankId, dependencies.logger);
  const { kind } = await applyReport(dependencies, transaction, { bankId: attempt.bankId, status });
  return kind !== 'waiting' && kind !== 'nothing';
}

async function sendNext(dependencies: PollDependencies, transaction: Transaction, message: PollMessage): Promise<void> {
  const { bank } = await bankOf(dependencies.bankAccounts, transaction);
  const attempt = transaction.attempts[message.index];
  const pausesS = bank.needs?.pollPausesS;
  if (!attempt || !pausesS) return;
  const pauseS = pauseBeforeS(message.done, pausesS);
  if (isBeforeSweep(attempt, pauseS, dependencies.clock())) await dependencies.sendPoll(message, pauseS);
}
