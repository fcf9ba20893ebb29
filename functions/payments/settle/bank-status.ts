import { type BankStatus, type MoneyStatus, reportsMoney, reportsOf } from '../../banking/bank.ts';
import { areAlike, isExact, rankOf, withoutRank } from '../../banking/movement.ts';
import type { Logger } from '../../runtime/logger.ts';
import {
  type ExceptionKind,
  type MovementContext,
  openException,
  type RecordException,
} from '../exceptions/exception.ts';
import type { Transaction } from '../transaction.ts';
import { judge, REPEAT, type Verdict } from './judge.ts';
import type { NameMovement, Settle } from './settle.ts';

export interface BankStatusDependencies {
  read(transactionId: string, consistent: boolean): Promise<Transaction | undefined>;
  settle: Settle;
  nameMovement: NameMovement;
  recordException: RecordException;
  logger: Logger;
}

export type Applied =
  | { kind: 'settled' }
  | { kind: 'not-found' }
  /** The transaction is on another bank account than the one that spoke. */
  | { kind: 'foreign' }
  /** What a notice says cannot be true as it stands, and the bank did not say what is: it must come again. */
  | { kind: 'unconfirmed' }
  | Exclude<Verdict, { kind: 'settle' | 'same-payment' }>;

// Each refused write brings a newer item; a transaction has only two steps at most, so this is never reached by honest races.
const ROUNDS = 4;

/**
 * Applies what the bank says of the payment `bankId` to a transaction that was read before. Of several movements under one
 * id, the first that can settles the transaction and is written last: a crash leaves none without its record.
 */
export async function applyBankStatus(
  dependencies: BankStatusDependencies,
  transaction: Transaction,
  bankId: string,
  said: BankStatus,
  noticeId: string | null = null,
): Promise<Applied> {
  const [first, ...further] = reportsOf(said);
  if (!first || further.length === 0) return applyReport(dependencies, transaction, bankId, said, noticeId);
  const reports = [first, ...further];
  const settling = reports.find((report) => judge(transaction, bankId, report).kind === 'settle');
  let current = transaction;
  let applied: Applied = { kind: 'nothing', detail: REPEAT };
  for (const report of reports) {
    if (report === settling) {
      current = paidBy(current, bankId, report);
      continue;
    }
    const each = await applyReport(dependencies, current, bankId, report, noticeId);
    if (applied.kind === 'nothing') applied = each;
  }
  return settling ? applyReport(dependencies, transaction, bankId, settling, noticeId) : applied;
}

/** The transaction as it is once this payment is on record, for what is reported after it. */
function paidBy(transaction: Transaction, bankId: string, report: MoneyStatus): Transaction {
  const { operationId } = report;
  const index = transaction.attempts.findIndex((attempt) => attempt.bankId === bankId);
  const paidCents = report.kind === 'paid' ? report.amountCents : transaction.amountCents;
  return {
    ...transaction,
    ...{ status: 'paid', paidBy: index, paidCents },
    ...(operationId !== undefined && { paidOperation: operationId }),
  };
}

async function applyReport(
  dependencies: BankStatusDependencies,
  transaction: Transaction,
  bankId: string,
  said: BankStatus,
  noticeId: string | null,
): Promise<Applied> {
  let current = transaction;
  for (let round = 0; round < ROUNDS; round += 1) {
    const verdict = judge(current, bankId, said);
    // Recorded first: a crash in between leaves a record without a settling, never money without a record.
    if ('exceptions' in verdict) {
      for (const kind of verdict.exceptions) await record(dependencies, kind, current, bankId, said, noticeId);
    }
    if (verdict.kind !== 'settle' && verdict.kind !== 'same-payment') return verdict;
    const isSame = verdict.kind === 'same-payment';
    const outcome = isSame
      ? await dependencies.nameMovement(
          current.transactionId,
          verdict.index,
          verdict.operationId,
          current.paidOperation,
        )
      : await dependencies.settle(verdict.settling);
    if (outcome.kind === 'written') return isSame ? { kind: 'nothing', detail: REPEAT } : { kind: 'settled' };
    if (!outcome.current) return { kind: 'not-found' };
    current = outcome.current;
  }
  throw new Error('settle: the transaction changed on every try');
}

/** Opens the exception `kind` with what it keeps of the report. */
export async function record(
  dependencies: BankStatusDependencies,
  kind: ExceptionKind,
  transaction: Transaction,
  bankId: string,
  said: BankStatus,
  noticeId: string | null,
): Promise<void> {
  const { transactionId, merchantId, bankAccount, amountCents: expectedCents } = transaction;
  const exception = {
    kind,
    transactionId,
    merchantId,
    bankAccount,
    bankId,
    noticeId,
    expectedCents,
    receivedCents: null,
  };
  const context: MovementContext = {
    ...(kind === 'paid-twice' && !isOfPaidPush(transaction, bankId) && { isAnother: true }),
    ...paidWith(transaction),
  };
  if (!reportsMoney(said)) return openException(dependencies, exception, context);
  const money = { ...exception, ...moneyOf(said) };
  const { operationId } = said;
  if (operationId === undefined || isExact(operationId)) return openException(dependencies, money, context);
  const rank = rankBeside(transaction, bankId, operationId);
  return openException(dependencies, { ...money, operationId: withoutRank(operationId) }, { ...context, rank });
}

function paidWith({ attempts, paidBy, paidCents: cents, paidOperation: operationId }: Transaction) {
  const bankId = attempts[paidBy ?? -1]?.bankId;
  return bankId === undefined || cents === undefined ? {} : { paidWith: { bankId, cents, operationId } };
}

/** A push is paid once: another sum of it is another reading of the payment. */
function isOfPaidPush({ attempts, paidBy }: Transaction, bankId: string): boolean {
  const paid = attempts[paidBy ?? -1];
  return paid?.bankId === bankId && paid.method === 'MBWAY';
}

/** What an exception keeps of the money that the bank spoke of. */
export function moneyOf(said: MoneyStatus) {
  const receivedCents = 'amountCents' in said ? said.amountCents : null;
  const bankTime = said.kind === 'paid' ? said.paidAtMs : null;
  const detail = said.kind === 'foreign-currency' ? said.sum : said.kind === 'odd' ? said.detail : undefined;
  return {
    receivedCents,
    ...(said.operationId !== undefined && { operationId: said.operationId }),
    ...(bankTime !== null && { bankTime }),
    ...(detail !== undefined && { detail }),
    // Each currency and sum is an exception of its own; of euros see `recorded-money.ts`.
    ...(said.kind === 'foreign-currency' && { occurrence: said.sum.replace(' ', '') }),
  };
}

/** Where the report stands among those that its list has of the same look, the one that paid the transaction left out. */
function rankBeside({ attempts, paidBy, paidOperation }: Transaction, bankId: string, operationId: string): number {
  const isPaidOne = attempts[paidBy ?? -1]?.bankId === bankId && areAlike(paidOperation ?? '', operationId);
  return rankOf(operationId) - (isPaidOne ? 1 : 0);
}
