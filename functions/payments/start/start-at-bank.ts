import type { Bank, Claim, NotStarted } from '../../banking/bank.ts';
import type { Caller } from '../../http/call.ts';
import { MESSAGES } from '../../http/messages.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../runtime/clock.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import { isTransactionId } from '../ids.ts';
import type { AccountBank } from '../settle/bank-of.ts';
import type { AskBank } from '../settle/follow-up.ts';
import { GRACE_MS } from '../times.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';
import type { Transactions } from '../transactions.table.ts';
import { decideStart, newAttempt, otherStartProblem, type StartDecision, type StartRequest } from './start.ts';
import { assertMinimumAmount, type NotMade, refusalOf } from './start-refusals.ts';
import type { StartKey } from './starts.table.ts';

export interface StartDependencies {
  transactions: Transactions;
  clock: Clock;
  logger: Logger;
  sleep(durationMs: number): Promise<void>;
  /** Queries the bank about an earlier start. */
  followUp: AskBank;
}

/** How a payment method is started at the bank. `Started` is the bank's successful outcome. */
export interface Start<Started, Answer> {
  request: StartRequest & { phoneLast3?: string };
  endsAt(nowMs: number): number;
  callBank(transaction: Transaction, endsAtMs: number, claim: Claim): Promise<Started | NotStarted>;
  /** Records the start and returns the answer. */
  record(started: Started, transaction: Transaction, key: StartKey): Promise<Answer>;
  /** The answer to a repeated call, from the record; null when the record is incomplete. */
  replay(transaction: Transaction): Answer | null;
}

// Of two concurrent calls the second waits for the record of the first before it queries the bank.
const MAX_WAITS = 10;
const WAIT_MS = 250;
/** The last two rounds query the bank. */
const MAX_ROUNDS = MAX_WAITS + 2;

/** Reads the merchant's transaction. A stale copy is sufficient, because the writes are conditional. */
export async function readForStart(
  transactions: Transactions,
  caller: Caller,
  transactionId: string,
): Promise<Transaction> {
  if (!isTransactionId(transactionId)) throw new Refusal('not-found', MESSAGES.transactionNotFound);
  const copy = await transactions.read(transactionId, false);
  // A new transaction may be missing in an eventually consistent read.
  const transaction = copy ?? (await transactions.read(transactionId, true));
  if (transaction?.merchantId !== caller.merchantId) throw new Refusal('not-found', MESSAGES.transactionNotFound);
  return transaction;
}

/**
 * Starts a payment at the bank, or replays the answer of the same start (decisions D6 to D8). At most one start is
 * live, despite races and crashes: the claim decides, and an attempt is freed only when the bank reports
 * `not-started`.
 */
export async function startAtBank<Started extends { kind: string }, Answer>(
  dependencies: StartDependencies,
  { account, bank }: AccountBank,
  first: Transaction,
  start: Start<Started, Answer>,
): Promise<Answer> {
  let transaction = first;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const isCurrent = round > 0;
    const hasWaited = round >= MAX_WAITS;
    const decision = decideStart(transaction, start.request, dependencies.clock());
    const refusal = decidedRefusal(decision, start.request);
    // `first` may be a stale copy, and a call is not refused by a stale copy.
    if (refusal && isCurrent) throw refusal;
    if (decision.kind === 'repeat') {
      const answer = start.replay(transaction);
      if (answer) return answer;
    }
    if (decision.kind === 'start') {
      assertMinimumAmount(transaction.amountCents, start.request.method, account);
      const answer = await begin(dependencies, bank, transaction, decision, start);
      if (answer) return answer;
    }
    if (decision.kind === 'ask' && !refusal) {
      if (decision.mayFree || hasWaited) await ask(dependencies, bank, transaction, decision, start);
      else await dependencies.sleep(WAIT_MS);
    }
    const current = await dependencies.transactions.read(transaction.transactionId, true);
    if (!current) throw new Error('transaction: no longer exists');
    transaction = current;
  }
  throw new Refusal('bank', MESSAGES.bankUnknown);
}

/** Null when another call has the claim, or a notification has settled the transaction: read it again. */
async function begin<Started extends { kind: string }, Answer>(
  dependencies: StartDependencies,
  bank: Bank,
  transaction: Transaction,
  { index }: Extract<StartDecision, { kind: 'start' }>,
  start: Start<Started, Answer>,
): Promise<Answer | null> {
  const { transactions, clock, logger } = dependencies;
  const { transactionId } = transaction;
  const endsAt = start.endsAt(clock());
  let claimed: StartKey | undefined;
  const claim: Claim = async (bankId) => {
    if (bank.needs?.pointer) await transactions.writePointer(transaction.bankAccount, bankId, transactionId);
    const attempt = newAttempt(start.request, bankId, clock(), endsAt);
    const isClaimed = await transactions.claim(transaction, attempt, earlierDue(transaction, attempt));
    if (isClaimed) claimed = { index, bankId };
    return isClaimed;
  };
  const outcome = await start.callBank(transaction, endsAt, claim);
  if (!isNotStarted(outcome)) {
    if (!claimed) throw new Error('bank: started without a claim');
    return start.record(outcome, transaction, claimed);
  }
  if (outcome.kind === 'claim-lost') return null;
  if (outcome.kind === 'unknown') {
    logger.warn('start unconfirmed', { transactionId, detail: outcome.detail });
    throw new Refusal('bank', MESSAGES.bankUnknown);
  }
  // If a notification has settled the transaction meanwhile, the caller gets that outcome.
  if (claimed && !(await recordNotStarted(transactions, transactionId, claimed, outcome))) return null;
  throw refusalOf(outcome, { transactionId, bankId: claimed?.bankId }, logger);
}

/** Records that nothing was started. False when the start has another outcome meanwhile. */
function recordNotStarted(
  transactions: Transactions,
  transactionId: string,
  claimed: StartKey,
  { kind }: NotMade,
): Promise<boolean> {
  return kind === 'refused' ? transactions.free(transactionId, claimed) : transactions.withdraw(transactionId, claimed);
}

/** Logs a failed write instead of throwing: the sweep queries the bank and records the start later. */
export async function recordOrLog(write: Promise<void>, transactionId: string, logger: Logger): Promise<void> {
  await write.catch((error: unknown) => logger.warn('start not recorded', { transactionId, ...errorFields(error) }));
}

/** Queries the bank about a start without a recorded outcome. Throws a refusal unless the record has changed. */
async function ask<Started, Answer>(
  dependencies: StartDependencies,
  bank: Bank,
  transaction: Transaction,
  decision: Extract<StartDecision, { kind: 'ask' }>,
  start: Start<Started, Answer>,
): Promise<void> {
  const { kind } = await dependencies.followUp(bank, transaction, decision);
  if (kind === 'settled' || kind === 'reference-recorded' || kind === 'push-recorded' || kind === 'freed') return;
  if (decision.same) throw new Refusal('bank', MESSAGES.bankUnknown);
  throw new Refusal('invalid', otherStartProblem(decision.attempt.method, start.request.method));
}

/** The refusal of a decision; undefined when the call is not refused. */
function decidedRefusal(decision: StartDecision, request: StartRequest): Refusal | undefined {
  if (decision.kind === 'refuse') return new Refusal('invalid', decision.problem);
  const mayBeLive = decision.kind === 'ask' && !decision.same && !decision.mayFree;
  return mayBeLive ? new Refusal('invalid', otherStartProblem(decision.attempt.method, request.method)) : undefined;
}

/** The new `dueAt`; undefined where the present one is early enough, because moving an index entry costs two writes. */
function earlierDue(transaction: Transaction, attempt: BankAttempt): number | undefined {
  const requiredAt = attempt.endsAt + GRACE_MS[attempt.method];
  return transaction.dueAt === undefined || transaction.dueAt > requiredAt ? requiredAt : undefined;
}

function isNotStarted<Started extends { kind: string }>(outcome: Started | NotStarted): outcome is NotStarted {
  return ['claim-lost', 'refused', 'fault', 'unreachable', 'unknown'].includes(outcome.kind);
}
