import * as z from 'zod/mini';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import type { Clock } from '../../runtime/clock.ts';
import { errorFields } from '../../runtime/logger.ts';
import { GRACE_MS } from '../times.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';
import { askAbout, bankOf } from './bank-of.ts';
import { applyBankStatus, type BankStatusDependencies } from './bank-status.ts';

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

export interface PollDependencies extends BankStatusDependencies {
  bankAccounts: BankAccounts;
  clock: Clock;
  sendPoll: SendPoll;
}

/**
 * One look at a live push, and the message for the next one if it still is. A message that comes twice costs a second row
 * of looks and changes nothing else; one that is lost leaves the push to the sweep.
 */
export async function poll(dependencies: PollDependencies, message: PollMessage): Promise<void> {
  const { logger } = dependencies;
  // An old copy is good enough: the write is conditional, and at worst the bank is asked once in vain.
  const transaction = await dependencies.read(message.transactionId, false);
  const attempt = pushToPoll(transaction, message);
  if (!transaction || !attempt) return;
  const isOver = await look(dependencies, transaction, attempt).catch((error: unknown) => {
    logger.warn('poll: a look failed', { transactionId: message.transactionId, ...errorFields(error) });
    return false;
  });
  if (!isOver) await wait(dependencies, transaction, { ...message, done: message.done + 1 });
}

/** Whether the push is decided. */
async function look(dependencies: PollDependencies, transaction: Transaction, attempt: BankAttempt): Promise<boolean> {
  const { bank } = await bankOf(dependencies.bankAccounts, transaction);
  const said = await askAbout(bank, transaction, attempt.bankId);
  const { kind } = await applyBankStatus(dependencies, transaction, attempt.bankId, said);
  return kind !== 'waiting' && kind !== 'nothing';
}

async function wait(dependencies: PollDependencies, transaction: Transaction, message: PollMessage): Promise<void> {
  const { bank } = await bankOf(dependencies.bankAccounts, transaction);
  const attempt = transaction.attempts[message.index];
  const pausesS = bank.needs?.pollPausesS;
  if (!attempt || !pausesS) return;
  const pauseS = pauseBeforeS(message.done, pausesS);
  if (isWorthWaiting(attempt, pauseS, dependencies.clock())) await dependencies.sendPoll(message, pauseS);
}
