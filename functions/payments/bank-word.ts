import type { BankNotice, BankStatus } from '../banking/bank.ts';
import type { Logger } from '../runtime/logger.ts';
import type { RecordException } from './exceptions.table.ts';
import { EXCEPTION_LINE, type ExceptionKind, judge, type Verdict } from './judge.ts';
import type { Settle, Settling } from './settle.ts';
import type { Transaction } from './transaction.ts';

export interface BankWordDependencies {
  read(transactionId: string, consistent: boolean): Promise<Transaction | undefined>;
  settle: Settle;
  recordException: RecordException;
  logger: Logger;
}

export type Applied =
  | { kind: 'settled' }
  | { kind: 'not-found' }
  /** The transaction is on another bank account than the one that spoke. */
  | { kind: 'foreign' }
  | Exclude<Verdict, { kind: 'settle' }>;

// Each refused write brings a newer item; a transaction has only two steps at most, so this is never reached by honest races.
const ROUNDS = 4;

/** Applies what the bank says of the payment `bankId` to a transaction that was read before. */
export async function applyBankWord(
  dependencies: BankWordDependencies,
  transaction: Transaction,
  bankId: string,
  said: BankStatus,
  noticeId: string | null = null,
): Promise<Applied> {
  let current = transaction;
  for (let round = 0; round < ROUNDS; round += 1) {
    const verdict = judge(current, bankId, said);
    // Recorded first: a crash in between leaves a record without a settling, never money without a record.
    if ('exceptions' in verdict) {
      for (const kind of verdict.exceptions) await record(dependencies, kind, current, bankId, said, noticeId);
    }
    if (verdict.kind !== 'settle') return verdict;
    const outcome = await dependencies.settle(verdict.settling);
    if (outcome.kind === 'written') return { kind: 'settled' };
    if (!outcome.current) return { kind: 'not-found' };
    current = outcome.current;
  }
  throw new Error('settle: the transaction changed on every try');
}

/**
 * Applies an authenticated notice about a transaction of ours without reading it first: the ordinary notice settles a
 * pending transaction on its first attempt, so that write is tried at once; where its condition fails, the item it
 * failed on is judged. A notice of a wrong amount is not believed before the bank was asked (decision D20).
 */
export async function applyNotice(
  dependencies: BankWordDependencies,
  transactionId: string,
  { bankAccount, ...notice }: BankNotice & { bankAccount: string },
  ask: (transaction: Transaction) => Promise<BankStatus>,
): Promise<Applied> {
  const { bankId, status, noticeId } = notice;
  const guess = ordinarySettling(transactionId, bankAccount, notice);
  const outcome = guess && (await dependencies.settle(guess));
  if (outcome?.kind === 'written') return { kind: 'settled' };
  const current = outcome ? outcome.current : await dependencies.read(transactionId, true);
  if (!current) return { kind: 'not-found' };
  if (current.bankAccount !== bankAccount) return { kind: 'foreign' };
  const verdict = judge(current, bankId, status);
  const isDoubtful = 'exceptions' in verdict && verdict.exceptions.some((kind) => WRONG_AMOUNTS.has(kind));
  const answer = isDoubtful ? await ask(current) : status;
  // An answer that speaks of no money does not take back the money that the notice spoke of (invariant 9).
  const said = answer.kind === 'paid' || answer.kind === 'odd' ? answer : status;
  return applyBankWord(dependencies, current, bankId, said, noticeId);
}

const WRONG_AMOUNTS = new Set<ExceptionKind>(['underpaid', 'overpaid']);

function ordinarySettling(
  transactionId: string,
  bankAccount: string,
  { bankId, method, status }: BankNotice,
): Settling | undefined {
  if (method === null) return undefined;
  const attempt = { index: 0, bankId, method };
  const base = { transactionId, bankAccount, from: 'pending' as const, liveAttempt: 0, attempt };
  if (status.kind === 'paid') return { ...base, cause: 'bank-confirmed', paid: status };
  if (status.kind === 'refused')
    return { ...base, cause: status.by === 'customer' ? 'customer-refused' : 'bank-refused' };
  if (status.kind === 'expired') return { ...base, cause: status.abandoned ? 'abandoned' : 'expired' };
  return undefined;
}

async function record(
  { recordException, logger }: BankWordDependencies,
  kind: ExceptionKind,
  transaction: Transaction,
  bankId: string,
  said: BankStatus,
  noticeId: string | null,
): Promise<void> {
  const { transactionId, merchantId, bankAccount, amountCents } = transaction;
  const receivedCents = said.kind === 'paid' ? said.amountCents : null;
  await recordException({
    kind,
    transactionId,
    merchantId,
    bankAccount,
    bankId,
    noticeId,
    expectedCents: amountCents,
    receivedCents,
  });
  logger.warn(EXCEPTION_LINE, { kind, transactionId, merchantId });
}
