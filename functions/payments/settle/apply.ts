import { type MoneyStatus, reportsMoney, reportsOf } from '../../banking/bank.ts';
import { type MovementName, nameOf } from '../../banking/movement.ts';
import { retryOvertaken } from '../../dynamo/retry-overtaken.ts';
import type { Logger } from '../../runtime/logger.ts';
import {
  aboutPayment,
  type ExceptionKind,
  type MovementContext,
  openException,
  type RecordException,
} from '../exceptions/exception.ts';
import { exceptionsOf, judge, REPEAT, type Verdict } from '../money/judge.ts';
import { type BankReport, moneyOf } from '../money/report.ts';
import type { Transaction } from '../transaction.ts';
import type { NameMovement, Settle } from './settle.ts';

export interface ApplyDependencies {
  read(transactionId: string, consistent: boolean): Promise<Transaction | undefined>;
  settle: Settle;
  nameMovement: NameMovement;
  recordException: RecordException;
  logger: Logger;
}

/** The effect of a bank's report on a transaction. */
export type Applied =
  | { kind: 'settled' }
  | { kind: 'not-found' }
  /** The report is from another bank account than the transaction's. */
  | { kind: 'foreign' }
  /** The notification is doubtful and the bank did not confirm it: the provider must resend it. */
  | { kind: 'unconfirmed' }
  | Exclude<Verdict, { kind: 'settle' | 'same-payment' }>;

/**
 * Whether the bank must confirm the judged report before it counts: then what it has applied instead, undefined where
 * the verdict counts as it is.
 */
export type Confirm = (transaction: Transaction, verdict: Verdict) => Promise<Applied | undefined>;

/**
 * Applies a report to a transaction that was read before. Of several movements under one id the first that is
 * sufficient settles the transaction. It is written last, so that a crash leaves no movement unrecorded. A
 * notification, which has one movement, may need to be confirmed.
 */
export async function applyReport(
  dependencies: ApplyDependencies,
  given: Transaction,
  report: BankReport,
  confirm?: Confirm,
): Promise<Applied> {
  const [first, ...further] = reportsOf(report.status);
  if (!first || further.length === 0) return applyOne(dependencies, given, report, { confirm });
  // Read again after the inquiry, in which another report may have been applied.
  const transaction = (await dependencies.read(given.transactionId, true)) ?? given;
  const entries = [first, ...further];
  const settling = entries.find((status) => judge(transaction, { ...report, status }).kind === 'settle');
  let current = transaction;
  let applied: Applied = { kind: 'nothing', detail: REPEAT };
  const names = entries.map(({ operationId }) => nameOf(operationId));
  for (const [index, status] of entries.entries()) {
    if (status === settling) {
      current = asPaidBy(current, report.bankId, status);
      continue;
    }
    const each = await applyOne(dependencies, current, { ...report, status }, { listed: { names, index } });
    if (applied.kind === 'nothing') applied = each;
  }
  return settling ? applyOne(dependencies, transaction, { ...report, status: settling }) : applied;
}

/** The transaction as it will be after this payment, to judge the movements reported after it. */
function asPaidBy(transaction: Transaction, bankId: string, status: MoneyStatus): Transaction {
  const { operationId } = status;
  const index = transaction.attempts.findIndex((attempt) => attempt.bankId === bankId);
  const paidCents = status.kind === 'paid' ? status.amountCents : transaction.amountCents;
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

/** Judges one report and carries out the verdict; again where another write has changed the transaction meanwhile. */
async function applyOne(
  dependencies: ApplyDependencies,
  transaction: Transaction,
  report: BankReport,
  { listed, confirm }: { listed?: Entry; confirm?: Confirm | undefined } = {},
): Promise<Applied> {
  let current = transaction;
  return retryOvertaken<Applied>(transaction.transactionId, async () => {
    const verdict = judge(current, report, listed !== undefined);
    const confirmed = await confirm?.(current, verdict);
    if (confirmed) return confirmed;
    // Recorded first: a crash before the settling write leaves no money without a record.
    for (const kind of exceptionsOf(verdict)) await record(dependencies, kind, current, report, listed);
    if (verdict.kind !== 'settle' && verdict.kind !== 'same-payment') return verdict;
    const outcome = await write(dependencies, current, verdict);
    if (outcome.kind === 'written') {
      return verdict.kind === 'settle' ? { kind: 'settled' } : { kind: 'nothing', detail: REPEAT };
    }
    if (!outcome.current) return { kind: 'not-found' };
    current = outcome.current;
    return undefined;
  });
}

function write(
  { settle, nameMovement }: ApplyDependencies,
  transaction: Transaction,
  verdict: Extract<Verdict, { kind: 'settle' | 'same-payment' }>,
) {
  if (verdict.kind === 'settle') return settle(verdict.settling);
  return nameMovement(transaction, verdict.index, verdict.operationId);
}

/** Opens the exception `kind` with the facts of the report, unless the report is of recorded money. */
export async function record(
  dependencies: ApplyDependencies,
  kind: ExceptionKind,
  transaction: Transaction,
  report: BankReport,
  listed?: Entry,
): Promise<void> {
  const { bankId, noticeId = null, status } = report;
  const exception = { ...aboutPayment(transaction), kind, bankId, noticeId };
  const context: MovementContext = {
    ...(kind === 'paid-twice' && !isOfPaidPush(transaction, bankId) && { isAnother: true }),
    transaction,
    ...(listed && { listed: { ...listed, ...paymentBeside(transaction, bankId) } }),
  };
  const money = reportsMoney(status) ? moneyOf(status) : undefined;
  // One exception for each of several amounts of one movement.
  const isAmount = kind === 'unclear-payment' && money?.receivedCents != null;
  const occurrence = isAmount ? { occurrence: `${money.receivedCents}` } : {};
  await openException(dependencies, { ...exception, ...money, ...occurrence }, context);
}

/** The payment of the transaction, where it was made on this start: one entry of the start's list is the payment. */
function paymentBeside({ attempts, paidBy, paidCents, paidOperation, amountCents }: Transaction, bankId: string) {
  if (attempts[paidBy ?? -1]?.bankId !== bankId) return {};
  return { payment: { cents: paidCents ?? amountCents, name: nameOf(paidOperation) } };
}

/** A push is paid once: another amount is another report of the same payment. */
function isOfPaidPush({ attempts, paidBy }: Transaction, bankId: string): boolean {
  const paid = attempts[paidBy ?? -1];
  return paid?.bankId === bankId && paid.method === 'MBWAY';
}
