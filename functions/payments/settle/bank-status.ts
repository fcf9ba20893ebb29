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

/** The effect of a bank status on a transaction. */
export type Applied =
  | { kind: 'settled' }
  | { kind: 'not-found' }
  /** The report is from another bank account than the transaction's. */
  | { kind: 'foreign' }
  /** The notification is doubtful and the bank did not confirm it: the provider must resend it. */
  | { kind: 'unconfirmed' }
  | Exclude<Verdict, { kind: 'settle' | 'same-payment' }>;

// Each refused write returns a newer item; a transaction has at most two transitions, so races end before this.
const ROUNDS = 4;

/**
 * Applies the bank status of the payment `bankId` to a transaction that was read before. Of several movements under
 * one id the first that is sufficient settles the transaction. It is written last, so that a crash leaves no movement
 * unrecorded.
 */
export async function applyBankStatus(
  dependencies: BankStatusDependencies,
  transaction: Transaction,
  bankId: string,
  status: BankStatus,
  noticeId: string | null = null,
): Promise<Applied> {
  const [first, ...further] = reportsOf(status);
  if (!first || further.length === 0) return applyReport(dependencies, transaction, bankId, status, noticeId);
  const reports = [first, ...further];
  const settling = reports.find((report) => judge(transaction, bankId, report).kind === 'settle');
  let current = transaction;
  let applied: Applied = { kind: 'nothing', detail: REPEAT };
  for (const report of reports) {
    if (report === settling) {
      current = asPaidBy(current, bankId, report);
      continue;
    }
    const each = await applyReport(dependencies, current, bankId, report, noticeId);
    if (applied.kind === 'nothing') applied = each;
  }
  return settling ? applyReport(dependencies, transaction, bankId, settling, noticeId) : applied;
}

/** The transaction as it will be after this payment, to judge the movements reported after it. */
function asPaidBy(transaction: Transaction, bankId: string, report: MoneyStatus): Transaction {
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
  status: BankStatus,
  noticeId: string | null,
): Promise<Applied> {
  let current = transaction;
  for (let round = 0; round < ROUNDS; round += 1) {
    const verdict = judge(current, bankId, status);
    // Recorded first: a crash before the settling write leaves no money without a record.
    if ('exceptions' in verdict) {
      for (const kind of verdict.exceptions) await record(dependencies, kind, current, bankId, status, noticeId);
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

/** Opens the exception `kind` with the facts of the report. */
export async function record(
  dependencies: BankStatusDependencies,
  kind: ExceptionKind,
  transaction: Transaction,
  bankId: string,
  status: BankStatus,
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
  if (!reportsMoney(status)) return openException(dependencies, exception, context);
  const money = { ...exception, ...moneyOf(status) };
  const { operationId } = status;
  if (operationId === undefined || isExact(operationId)) return openException(dependencies, money, context);
  const rank = rankBeside(transaction, bankId, operationId);
  return openException(dependencies, { ...money, operationId: withoutRank(operationId) }, { ...context, rank });
}

function paidWith({ attempts, paidBy, paidCents: cents, paidOperation: operationId }: Transaction) {
  const bankId = attempts[paidBy ?? -1]?.bankId;
  return bankId === undefined || cents === undefined ? {} : { paidWith: { bankId, cents, operationId } };
}

/** A push is paid once: another amount is another report of the same payment. */
function isOfPaidPush({ attempts, paidBy }: Transaction, bankId: string): boolean {
  const paid = attempts[paidBy ?? -1];
  return paid?.bankId === bankId && paid.method === 'MBWAY';
}

/** The facts of reported money that an exception stores. */
export function moneyOf(report: MoneyStatus) {
  const receivedCents = 'amountCents' in report ? report.amountCents : null;
  const bankTime = report.kind === 'paid' ? report.paidAtMs : null;
  const detail = report.kind === 'foreign-currency' ? report.sum : report.kind === 'odd' ? report.detail : undefined;
  return {
    receivedCents,
    ...(report.operationId !== undefined && { operationId: report.operationId }),
    ...(bankTime !== null && { bankTime }),
    ...(detail !== undefined && { detail }),
    // One exception for each amount and currency; for euros see `recorded-money.ts`.
    ...(report.kind === 'foreign-currency' && { occurrence: report.sum.replace(' ', '') }),
  };
}

/** The position of the report among equal names of its list, not counting the movement that paid the transaction. */
function rankBeside({ attempts, paidBy, paidOperation }: Transaction, bankId: string, operationId: string): number {
  const isPaidOne = attempts[paidBy ?? -1]?.bankId === bankId && areAlike(paidOperation ?? '', operationId);
  return rankOf(operationId) - (isPaidOne ? 1 : 0);
}
