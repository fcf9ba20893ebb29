import { nameOf } from '../../banking/movement.ts';
import type { ExceptionKind } from '../../payments/exceptions/exception.ts';
import type { Refund } from '../../payments/money/refund.ts';
import type { Transaction } from '../../payments/transaction.ts';
import type { Stored } from './stored.ts';
import type { Fault } from './violation.ts';

/*
 * The audit's own reading of the money on record. It shares nothing with the functions that write it
 * (`payments/money/ledger.ts`), so that one mistake does not blind both.
 */

/** A payment on our record. */
export interface PaymentRecord {
  bankId: string;
  /** Null where the sum is not known. */
  amountCents: number | null;
  /** When it was recorded, in milliseconds since the epoch. */
  recordedAtMs: number;
}

/**
 * Whether a kind of exception is money, not a remark about money that is recorded otherwise. The audit's own list, so
 * that it does not share a mistake with what it audits.
 */
const IS_MONEY: Record<ExceptionKind, boolean> = {
  late: false,
  'paid-twice': true,
  'order-paid-twice': false,
  underpaid: true,
  overpaid: true,
  'foreign-currency': true,
  'unclear-payment': true,
  'bank-undecided': false,
  'unknown-payment': true,
  'unknown-refund': false,
};

/** Every payment that the records of a transaction represent: the one that paid it, and those beside it. */
export function paymentRecords({
  transaction,
  exceptions,
}: Pick<Stored, 'transaction' | 'exceptions'>): PaymentRecord[] {
  const { status, amountCents, paidCents = amountCents, paidBy = -1, attempts, settlements } = transaction;
  const money = ofDistinctMovements(exceptions.filter(({ kind }) => IS_MONEY[kind]));
  const records = (of: typeof money) =>
    of.map(({ bankId, receivedCents, openedAt }) => ({ bankId, amountCents: receivedCents, recordedAtMs: openedAt }));
  const bankId = attempts[paidBy]?.bankId;
  if (status !== 'paid' || bankId === undefined) return records(money);
  const recordedAtMs = settlements.findLast((each) => each.status === 'paid')?.settledAt ?? 0;
  const ofStart = money.filter((each) => each.bankId === bankId);
  const same = ofStart.filter((each) => isSamePayment(each, transaction));
  // The payment and the exception of its excess are one movement.
  const alike = ofStart.filter((each) => each.kind === 'overpaid' && each.receivedCents === transaction.paidCents);
  const excess = same.length > 0 ? undefined : alike.find((each) => !isOtherPayment(each, transaction));
  const beside = money.filter((each) => each !== excess && !same.includes(each));
  return [{ bankId, amountCents: paidCents, recordedAtMs }, ...records(beside)];
}

/** By its name, or as a report of a push that names no other: a push is paid once. */
function isSamePayment(money: Money, { attempts, paidBy = -1, paidOperation: operationId }: Transaction): boolean {
  const own = movementOf(money);
  const payment = movementOf({ bankId: money.bankId, operationId });
  if (own !== undefined && payment !== undefined) return own === payment;
  const isUnnamed = operationId === undefined || money.operationId === undefined;
  return isUnnamed && attempts[paidBy]?.method === 'MBWAY' && money.kind !== 'paid-twice';
}

/** Another name, or on a reference without a name another time of the bank. */
function isOtherPayment(money: Money, { paidOperation: operationId, paidAt, paidAtIsOurs }: Transaction): boolean {
  const own = movementOf(money);
  const payment = movementOf({ bankId: money.bankId, operationId });
  if (own !== undefined && payment !== undefined) return own !== payment;
  const isUnnamed = operationId === undefined || money.operationId === undefined;
  return isUnnamed && paidAtIsOurs !== true && money.bankTime !== undefined && money.bankTime !== paidAt;
}

type Money = Stored['exceptions'][number];

/** The bank's exact name of a movement; undefined where it has none. */
function movementOf({ bankId, operationId }: { bankId: string; operationId?: string | undefined }): string | undefined {
  return nameOf(operationId).isExact ? `${bankId}/${operationId}` : undefined;
}

/** Of records of one movement the one with the greatest amount. */
function ofDistinctMovements(money: readonly Money[]): Money[] {
  const greatest = new Map<string, Money>();
  for (const each of money) {
    const movement = movementOf(each) ?? each.exceptionId;
    const other = greatest.get(movement);
    if (!other || (each.receivedCents ?? 0) > (other.receivedCents ?? 0)) greatest.set(movement, each);
  }
  return [...greatest.values()];
}

/** More was returned than received, and by more than the refunds that have an exception. */
export function isReturnedUnexplained(stored: Stored): boolean {
  const { refunds, exceptions } = stored;
  const explained = new Set(exceptions.filter(({ kind }) => kind === 'unknown-refund').map(({ bankId }) => bankId));
  const received = paymentRecords(stored).reduce((sum, record) => sum + (record.amountCents ?? 0), 0);
  const unexplained = refunds.filter(({ refundId }) => !explained.has(refundId));
  return unexplained.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0) > received;
}

/** The sums on the main item and on the refunds are those of the items (decision 0033). */
export function sumFaults(stored: Stored): Fault[] {
  return [...paidCentsFaults(stored), ...excessFaults(stored), ...refundSumFaults(stored)].map((detail) => ({
    kind: 'sums',
    detail,
  }));
}

function paidCentsFaults({ transaction: { paidCents, paidBy = -1, attempts }, exceptions }: Stored): string[] {
  const excesses = exceptions.filter(({ kind, bankId }) => kind === 'overpaid' && bankId === attempts[paidBy]?.bankId);
  if (paidCents === undefined || excesses.length === 0) return [];
  const isNamed = excesses.some(({ receivedCents }) => receivedCents === paidCents);
  return isNamed ? [] : [`received ${paidCents} cents, and its exception says ${excesses[0]?.receivedCents}`];
}

/** What was received beyond the payment goes back first, then the payment; more than all of it is beyond it too. */
function excessFaults(stored: Stored): string[] {
  const { status, amountCents } = stored.transaction;
  let payment = status === 'paid' ? amountCents : 0;
  let excess = paymentRecords(stored).reduce((sum, record) => sum + (record.amountCents ?? 0), 0) - payment;
  const faults: string[] = [];
  for (const { refundId, amountCents: returned, excessCents = 0 } of stored.refunds.toSorted(byTime)) {
    const cents = returned ?? 0;
    const ofPayment = Math.min(payment, Math.max(0, cents - excess));
    excess = Math.max(0, excess - cents);
    payment -= ofPayment;
    if (excessCents !== cents - ofPayment)
      faults.push(`refund ${refundId} has ${excessCents} cents beyond the payment, should have ${cents - ofPayment}`);
  }
  return faults;
}

function byTime(one: Refund, other: Refund): number {
  const [left, right] = [one, other].map(({ returnedAt, recordedAt }) => returnedAt ?? recordedAt) as [number, number];
  return left === right ? (one.refundId < other.refundId ? -1 : 1) : left - right;
}

function refundSumFaults({ transaction: { refunds: stored }, refunds }: Stored): string[] {
  const total = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0);
  const returned = total(refunds.map(({ amountCents }) => amountCents ?? 0));
  const excess = total(refunds.map(({ excessCents }) => excessCents ?? 0));
  const compared: [string, number, number][] = [
    ['refunds', stored?.count ?? 0, refunds.length],
    ['cents', stored?.cents ?? 0, returned - excess],
    ['cents beyond the payment', stored?.excessCents ?? 0, excess],
    [
      'refunds without a sum',
      stored?.withoutSum ?? 0,
      refunds.filter(({ amountCents }) => amountCents === null).length,
    ],
  ];
  return compared.flatMap(([what, has, should]) =>
    has === should ? [] : [`the transaction has ${has} ${what}, its refunds ${should}`],
  );
}
