import { type BankStatus, type MoneyStatus, reportsMoney } from '../../banking/bank.ts';
import { openException } from '../exceptions/exception.ts';
import type { Received } from '../money/received.ts';
import type { Transaction } from '../transaction.ts';
import { aboutPlace, type Place, type ReceiveDependencies, receiveMoney, settlePayment } from './receive.ts';
import { asJudged, type Settling } from './settle.ts';

export interface ApplyDependencies extends ReceiveDependencies {
  read(transactionId: string, consistent: boolean): Promise<Transaction | undefined>;
}

/** A bank's report about one start of a transaction: by a notification, or in answer to a status inquiry. */
export interface BankReport {
  /** The bank's id of the start. */
  bankId: string;
  status: BankStatus;
  /** The bank's id of the notification; absent for an inquiry. */
  noticeId?: string;
}

/** The effect of a bank's report on a transaction. */
export type Applied =
  | { kind: 'settled' }
  /** Money that is on record and does not pay now: beside the payment, too little, in doubt, or a repeat. */
  | { kind: 'received' }
  /** The push was sent or the reference issued; it may still be paid. */
  | { kind: 'waiting'; index: number }
  /** Registered at the bank and never started there. */
  | { kind: 'not-started'; index: number }
  /** No change: a refusal of an attempt that is not live, or a bank that does not know. */
  | { kind: 'nothing'; detail: string }
  | { kind: 'not-found' }
  /** The report is from another bank account than the transaction's. */
  | { kind: 'foreign' }
  /** The bank does not confirm the callback: the provider must resend it. */
  | { kind: 'unconfirmed' };

/** Applies a report to a transaction that was read before (decisions D9 and D10). */
export async function applyReport(
  dependencies: ApplyDependencies,
  transaction: Transaction,
  report: BankReport,
): Promise<Applied> {
  const { status } = report;
  return reportsMoney(status)
    ? applyMoney(dependencies, transaction, { ...report, status })
    : applyEnd(dependencies, transaction, report, status);
}

/** A status without money. On an attempt that is not live it has no effect. */
async function applyEnd(
  dependencies: ApplyDependencies,
  given: Transaction,
  { bankId }: BankReport,
  status: Exclude<BankStatus, MoneyStatus>,
): Promise<Applied> {
  let transaction = given;
  for (;;) {
    const index = transaction.attempts.findIndex((attempt) => attempt.bankId === bankId);
    const known = transaction.attempts[index];
    if (!known) return { kind: 'nothing', detail: 'no attempt has this bank id' };
    if (status.kind === 'unknown') return { kind: 'nothing', detail: status.detail };
    if (transaction.status !== 'pending' || transaction.liveAttempt !== index) {
      return { kind: 'nothing', detail: `${status.kind}, attempt is not live` };
    }
    if (status.kind === 'waiting' || status.kind === 'not-started') return { kind: status.kind, index };
    const attempt = { index, bankId, method: known.method };
    const outcome = await dependencies.settle({ ...asJudged(transaction), cause: causeOf(status), attempt });
    if (outcome.kind === 'written') return { kind: 'settled' };
    if (!outcome.current) return { kind: 'not-found' };
    transaction = outcome.current;
  }
}

/** Why a payment ended without money. */
export function causeOf(
  status: Extract<BankStatus, { kind: 'refused' | 'expired' }>,
): Exclude<Settling['cause'], 'bank-confirmed' | 'never-started'> {
  if (status.kind === 'refused') return status.by === 'customer' ? 'customer-refused' : 'bank-refused';
  return status.abandoned ? 'abandoned' : 'expired';
}

async function applyMoney(
  dependencies: ApplyDependencies,
  transaction: Transaction,
  report: BankReport & { status: MoneyStatus },
): Promise<Applied> {
  const { status, ...about } = report;
  const movements = movementsOf(status);
  await openUnreadable(dependencies, transaction, report);
  const [only, ...further] = movements;
  if (!only) return { kind: 'received' };
  if (further.length === 0 && (await isPaidBy(dependencies, transaction, about, only))) return { kind: 'settled' };
  const answer = only.name === undefined ? { answered: movements } : { proven: only };
  const { isSettled } = await receiveMoney(dependencies, transaction, { ...about, ...answer });
  return { kind: isSettled ? 'settled' : 'received' };
}

/** The ordinary case, without a read: one movement that pays a transaction without other money on record. */
export async function isPaidBy(
  dependencies: Pick<ApplyDependencies, 'settle' | 'logger'>,
  transaction: Transaction,
  { bankId, noticeId }: Pick<BankReport, 'bankId' | 'noticeId'>,
  received: Received,
): Promise<boolean> {
  const index = transaction.attempts.findIndex((attempt) => attempt.bankId === bankId);
  const known = transaction.attempts[index];
  const isPayment = !received.isPart && received.cents >= transaction.amountCents;
  if (!known || !isPayment || transaction.status === 'paid' || transaction.otherMoney !== undefined) return false;
  const attempt = { index, bankId, method: known.method };
  return settlePayment(dependencies, transaction, { received, attempt }, noticeId);
}

/** The movements of a status with readable amounts. */
export function movementsOf(status: MoneyStatus): Received[] {
  switch (status.kind) {
    case 'odd':
      return [];
    case 'paid':
    case 'partial': {
      const { amountCents: cents, paidAtMs: atMs, operationId: name } = status;
      return [{ cents, atMs, name, ...(status.kind === 'partial' && { isPart: true }) }];
    }
    case 'listed':
      return status.payments.flatMap(({ amountCents, atMs }) =>
        amountCents === null ? [] : [{ cents: amountCents, atMs }],
      );
  }
}

/** What no sum can count stays in the words of an exception. */
export async function openUnreadable(
  dependencies: ApplyDependencies,
  place: Place | Transaction,
  { bankId, status, noticeId = null }: { bankId: string; status: MoneyStatus; noticeId?: string | null },
): Promise<void> {
  const isUnreadable = status.kind === 'listed' && status.payments.some(({ amountCents }) => amountCents === null);
  if (status.kind !== 'odd' && !isUnreadable) return;
  const { detail, operationId } =
    status.kind === 'odd' ? status : { detail: 'listed with an unreadable amount', operationId: undefined };
  await openException(dependencies, {
    ...aboutPlace('amountCents' in place ? place : undefined, place),
    ...{ kind: 'unclear-payment', bankId, noticeId, detail },
    occurrence: operationId ?? detail.replaceAll(/\W+/g, '-'),
    ...(operationId !== undefined && { operationId }),
  });
}
