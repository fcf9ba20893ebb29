import type { Bank, Claim, NotStarted } from '../../banking/bank.ts';
import type { Caller } from '../../http/call.ts';
import { MESSAGES } from '../../http/messages.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../runtime/clock.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import { isTransactionId } from '../ids.ts';
import type { BankStatusDependencies } from '../settle/bank-status.ts';
import { followUp } from '../settle/follow-up.ts';
import { GRACE_MS } from '../times.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';
import type { Transactions } from '../transactions.table.ts';
import { decideStart, newAttempt, otherStartProblem, type StartDecision, type StartRequest } from './start.ts';

import { faultRefusal, type NotMade, refusalOf } from './start-refusals.ts';
import type { StartKey } from './starts.table.ts';

export interface StartDependencies extends BankStatusDependencies {
  transactions: Transactions;
  clock: Clock;
  sleep(durationMs: number): Promise<void>;
}

/** How one method starts: `at` calls the bank, `done` writes down and answers what it started. */
export interface Start<Started, Answer> {
  request: StartRequest & { phoneLast3?: string };
  endsAt(nowMs: number): number;
  at(transaction: Transaction, endsAtMs: number, claim: Claim): Promise<Started | NotStarted>;
  done(started: Started, transaction: Transaction, key: StartKey): Promise<Answer>;
  /** The answer to the same call again, out of what is recorded; null when what it needs was never recorded. */
  again(transaction: Transaction): Answer | null;
}

// Two calls racing for the same start: the loser waits for the winner's record instead of asking the bank at once.
const WAITS = 12;
const WAIT_MS = 250;

/** Finds the merchant's transaction for a call that will write: an old copy is good enough, the writes are conditional. */
export async function readForStart(
  transactions: Transactions,
  caller: Caller,
  transactionId: string,
): Promise<Transaction> {
  if (!isTransactionId(transactionId)) throw new Refusal('not-found', MESSAGES.transactionNotFound);
  const copy = await transactions.read(transactionId, false);
  // A transaction created a moment ago may not have reached the copy yet.
  const transaction = copy ?? (await transactions.read(transactionId, true));
  if (transaction?.merchantId !== caller.merchantId) throw new Refusal('not-found', MESSAGES.transactionNotFound);
  return transaction;
}

/**
 * Starts a payment at the bank, or finds that the same start is already out (decisions D6 to D8). At most one start is
 * live whatever races or crashes: the claim decides, and only what the bank calls never started is freed. After many
 * starts that certainly did not happen one a minute reaches the bank, and the other calls get the same 502.
 */
export async function startAtBank<Started extends { kind: string }, Answer>(
  dependencies: StartDependencies,
  bank: Bank,
  first: Transaction,
  start: Start<Started, Answer>,
): Promise<Answer> {
  let transaction = first;
  for (let round = 0; round < WAITS; round += 1) {
    const decision = decideStart(transaction, start.request, dependencies.clock());
    const refusal = refusalNow(decision, start.request);
    // `first` may be a copy that is a moment old, and no call is refused by an old copy.
    if (refusal && round > 0) throw refusal;
    if (decision.kind === 'repeat') {
      const answer = start.again(transaction);
      if (answer) return answer;
    }
    if (decision.kind === 'start') {
      const answer = await begin(dependencies, bank, transaction, decision, start);
      if (answer) return answer;
    }
    if (decision.kind === 'ask' && !refusal) {
      if (decision.mayFree || round >= WAITS - 2) await ask(dependencies, bank, transaction, decision, start);
      else await dependencies.sleep(WAIT_MS);
    }
    const current = await dependencies.transactions.read(transaction.transactionId, true);
    if (!current) throw new Error('transaction: vanished');
    transaction = current;
  }
  throw new Refusal('bank', MESSAGES.bankUnknown);
}

/** Null when another call had the turn or the claim, or the bank's notice came before its answer: the record is to be read again. */
async function begin<Started extends { kind: string }, Answer>(
  dependencies: StartDependencies,
  bank: Bank,
  transaction: Transaction,
  { index, isPaced }: Extract<StartDecision, { kind: 'start' }>,
  start: Start<Started, Answer>,
): Promise<Answer | null> {
  const { transactions, clock, logger } = dependencies;
  const { transactionId } = transaction;
  if (isPaced && !(await transactions.takeTurn(transaction, clock()))) return null;
  const endsAt = start.endsAt(clock());
  let claimed: StartKey | undefined;
  const claim: Claim = async (bankId) => {
    if (bank.needs?.pointer) await transactions.point(transaction.bankAccount, bankId, transactionId);
    const attempt = newAttempt(start.request, bankId, clock(), endsAt);
    const isClaimed = await transactions.claim(transaction, attempt, earlierDue(transaction, attempt));
    if (isClaimed) claimed = { index, bankId };
    return isClaimed;
  };
  const outcome = await start.at(transaction, endsAt, claim);
  if (!isNotStarted(outcome)) {
    if (!claimed) throw new Error('bank: a start without its claim');
    return start.done(outcome, transaction, claimed);
  }
  if (outcome.kind === 'claim-lost') return null;
  if (outcome.kind === 'unknown') {
    logger.warn('bank: fate of a start unknown', { transactionId, detail: outcome.detail });
    throw new Refusal('bank', MESSAGES.bankUnknown);
  }
  // The bank's own notice may have settled the transaction meanwhile: then that is what the caller is told.
  if (!(await takeBack(dependencies, transactionId, claimed, outcome))) return null;
  throw refusalOf(outcome, { transactionId, bankId: claimed?.bankId }, logger);
}

/** Writes down that nothing went out. False when the start has got another end meanwhile. */
async function takeBack(
  { transactions, clock, logger }: StartDependencies,
  transactionId: string,
  claimed: StartKey | undefined,
  { kind }: NotMade,
): Promise<boolean> {
  if (kind === 'refused') return !claimed || transactions.free(transactionId, claimed);
  const fault = { kind, atMs: clock() };
  if (claimed) return transactions.withdraw(transactionId, claimed, fault);
  await recordOrHeal(transactions.countFault(transactionId, fault), transactionId, logger);
  return true;
}

/** A record that may fail without harm to the caller: the bank can be asked for it again. */
export async function recordOrHeal(record: Promise<void>, transactionId: string, logger: Logger): Promise<void> {
  await record.catch((error: unknown) => logger.warn('start: not recorded', { transactionId, ...errorFields(error) }));
}

/** Asks the bank about a start whose end nobody recorded. Returns when the record has moved, else refuses the call. */
async function ask<Started, Answer>(
  dependencies: StartDependencies,
  bank: Bank,
  transaction: Transaction,
  decision: Extract<StartDecision, { kind: 'ask' }>,
  start: Start<Started, Answer>,
): Promise<void> {
  const { kind } = await followUp(dependencies, bank, transaction, decision);
  if (kind === 'settled' || kind === 'reference-recorded' || kind === 'push-recorded' || kind === 'freed') return;
  if (decision.same) throw new Refusal('bank', MESSAGES.bankUnknown);
  throw new Refusal('invalid', otherStartProblem(decision.attempt.method, start.request.method));
}

/** The refusal of the call as things are; undefined when it is not refused. */
function refusalNow(decision: StartDecision, request: StartRequest): Refusal | undefined {
  if (decision.kind === 'refuse') return new Refusal('invalid', decision.problem);
  if (decision.kind === 'pause') return faultRefusal(decision.fault);
  const mayBeLive = decision.kind === 'ask' && !decision.same && !decision.mayFree;
  return mayBeLive ? new Refusal('invalid', otherStartProblem(decision.attempt.method, request.method)) : undefined;
}

/** The sweep's look is moved only when it would come too late for this start: an entry costs two writes to move. */
function earlierDue(transaction: Transaction, attempt: BankAttempt): number | undefined {
  const wanted = attempt.endsAt + GRACE_MS[attempt.method];
  return transaction.dueAt === undefined || transaction.dueAt > wanted ? wanted : undefined;
}

function isNotStarted<Started extends { kind: string }>(outcome: Started | NotStarted): outcome is NotStarted {
  return ['claim-lost', 'refused', 'fault', 'unreachable', 'unknown'].includes(outcome.kind);
}
