import { type BankStatus, type MoneyStatus, reportsMoney, reportsOf } from '../../banking/bank.ts';
import type { MovementName } from '../../banking/movement.ts';
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

/** Each refused write returns a newer item; a transaction has at most two transitions, so races end before this. */
export const ROUNDS = 4;

/**
 * Applies the bank status of the payment `bankId` to a transaction that was read before. Of several movements under
 * one id the first that is sufficient settles the transaction. It is written last, so that a crash leaves no movement
 * unrecorded.
 */
export async function applyBankStatus(
  dependencies: BankStatusDependencies,
  given: Transaction,
  bankId: string,
  status: BankStatus,
  noticeId: string | null = null,
): Promise<Applied> {
  const [first, ...further] = reportsOf(status);
  if (!first || further.length === 0) return applyReport(dependencies, given, bankId, status, noticeId);
  // Read again after the inquiry, in which another report may have been applied.
  const transaction = (await dependencies.read(given.transactionId, true)) ?? given;
  const reports = [first, ...further];
  const settling = reports.find((report) => judge(transaction, bankId, report).kind === 'settle');
  let current = transaction;
  let applied: Applied = { kind: 'nothing', detail: REPEAT };
  const names = reports.map(({ operationId }) => operationId);
  for (const [index, report] of reports.entries()) {
    if (report === settling) {
      current = asPaidBy(current, bankId, report);
      continue;
    }
    const each = await applyReport(dependencies, current, bankId, report, noticeId, { names, index });
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

/** The list that a report is an entry of: the names of all its entries, in order of time. */
interface Entry {
  names: readonly MovementName[];
  index: number;
}

async function applyReport(
  dependencies: BankStatusDependencies,
  transaction: Transaction,
  bankId: string,
  status: BankStatus,
  noticeId: string | null,
  listed?: Entry,
): Promise<Applied> {
  let current = transaction;
  for (let round = 0; round < ROUNDS; round += 1) {
    const applied = await tryReport(dependencies, current, bankId, status, noticeId, listed);
    if (applied.kind !== 'overtaken') return applied;
    current = applied.current;
  }
  throw new Error('settle: the transaction changed on every try');
}

/** Applies one report to the transaction as it was read; `overtaken` when another write has changed it since. */
export async function tryReport(
  dependencies: BankStatusDependencies,
  transaction: Transaction,
  bankId: string,
  status: BankStatus,
  noticeId: string | null,
  listed?: Entry,
): Promise<Applied | { kind: 'overtaken'; current: Transaction }> {
  const verdict = judge(transaction, bankId, status, listed !== undefined);
  // Recorded first: a crash before the settling write leaves no money without a record.
  if ('exceptions' in verdict) {
    for (const kind of verdict.exceptions)
      await record(dependencies, kind, transaction, bankId, status, noticeId, listed);
  }
  if (verdict.kind !== 'settle' && verdict.kind !== 'same-payment') return verdict;
  const isSame = verdict.kind === 'same-payment';
  const outcome = isSame
    ? await dependencies.nameMovement(
        transaction.transactionId,
        verdict.index,
        verdict.operationId,
        transaction.paidOperation,
      )
    : await dependencies.settle(verdict.settling);
  if (outcome.kind === 'written') return isSame ? { kind: 'nothing', detail: REPEAT } : { kind: 'settled' };
  return outcome.current ? { kind: 'overtaken', current: outcome.current } : { kind: 'not-found' };
}

/** Opens the exception `kind` with the facts of the report, unless the report is of recorded money. */
export async function record(
  dependencies: BankStatusDependencies,
  kind: ExceptionKind,
  transaction: Transaction,
  bankId: string,
  status: BankStatus,
  noticeId: string | null,
  listed?: Entry,
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
    ...(listed && { listed: { ...listed, ...paymentBeside(transaction, bankId) } }),
  };
  const money = reportsMoney(status) ? moneyOf(status) : {};
  await openException(dependencies, { ...exception, ...money }, context);
}

function paidWith({ attempts, paidBy, paidCents: cents, paidOperation: operationId }: Transaction) {
  const bankId = attempts[paidBy ?? -1]?.bankId;
  return bankId === undefined || cents === undefined ? {} : { paidWith: { bankId, cents, operationId } };
}

/** The payment of the transaction, where it was made on this start: one entry of the start's list is the payment. */
function paymentBeside({ attempts, paidBy, paidCents, paidOperation, amountCents }: Transaction, bankId: string) {
  if (attempts[paidBy ?? -1]?.bankId !== bankId) return {};
  return { payment: { cents: paidCents ?? amountCents, operationId: paidOperation } };
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
