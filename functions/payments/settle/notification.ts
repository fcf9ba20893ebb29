import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import {
  type Bank,
  type BankNotification,
  type BankStatus,
  type NotificationReading,
  reportsMoney,
} from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import { type ExceptionKind, openException } from '../exceptions/exception.ts';
import { isTransactionId } from '../ids.ts';
import { judge } from '../money/judge.ts';
import { type BankReport, moneyOf } from '../money/report.ts';
import type { Transaction } from '../transaction.ts';
import type { Transactions } from '../transactions.table.ts';
import { type Applied, type ApplyDependencies, applyReport, record } from './apply.ts';
import { askAbout, bankOf } from './bank-of.ts';
import type { UnverifiedDependencies } from './payment-list.ts';
import { applyReturn, type RefundDependencies } from './refund-notification.ts';
import type { Settling } from './settle.ts';
import { verifyAndApply } from './unverified-notification.ts';

export interface NotificationDependencies extends UnverifiedDependencies, RefundDependencies {
  bankAccounts: BankAccounts;
  transactions: Pick<Transactions, 'readPointer'>;
}

/** The log lines of a notification without proof of its origin, and of one with it. Alarms count them. */
export const REJECTED_LINE = 'bank notification rejected';
export const AUTHENTIC_LINE = 'bank notification processed';

/**
 * Handles a bank notification at `/bank/{account}/notifications` (decision D20). It authenticates and applies the
 * notification. It acknowledges it in the provider's form, or refuses it when the provider must resend it.
 */
export function notification(dependencies: NotificationDependencies) {
  const { bankAccounts, logger } = dependencies;
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const account = event.pathParameters?.account ?? '';
    const bank = await bankAccounts.bank(account);
    if (!bank) return refused(404, 'unknown bank account');
    const rawBody = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '');
    const query = event.queryStringParameters ?? {};
    const reading = await withTransactionId(
      dependencies,
      account,
      bank,
      bank.readNotification({ headers: event.headers ?? {}, query, rawBody }),
    );
    if (reading.kind === 'rejected') {
      // The address is public: anyone can cause this line.
      logger.warn(REJECTED_LINE, { account, detail: reading.detail });
      return refused(400, 'not an authentic notification');
    }
    if (reading.kind === 'irrelevant') {
      logger.info(AUTHENTIC_LINE, { account, noticeId: reading.noticeId, outcome: reading.detail });
      return bank.acknowledge(reading.noticeId);
    }
    const { notice } = reading;
    const outcome =
      reading.kind === 'returned'
        ? await applyReturn(dependencies, account, reading.notice)
        : await applyPayment(dependencies, account, bank, reading.notice);
    logger.info(AUTHENTIC_LINE, {
      account,
      noticeId: notice.noticeId,
      transactionId: notice.transactionId,
      outcome,
    });
    if (outcome === 'not-found') return refused(404, 'transaction not found');
    if (outcome === 'unconfirmed') return refused(503, 'not confirmed yet');
    return bank.acknowledge(notice.noticeId);
  };
}

/**
 * The reading with our transaction id, read by its pointer where the provider does not send it (`BankNeeds.pointer`).
 */
async function withTransactionId(
  { transactions }: NotificationDependencies,
  account: string,
  { needs }: Bank,
  reading: NotificationReading,
): Promise<NotificationReading> {
  if (!needs?.pointer || (reading.kind !== 'notice' && reading.kind !== 'returned')) return reading;
  const bankId = reading.kind === 'notice' ? reading.notice.bankId : reading.notice.originalBankId;
  const transactionId = bankId === null ? undefined : await transactions.readPointer(account, bankId);
  if (transactionId === undefined) return reading;
  return reading.kind === 'notice'
    ? { kind: 'notice', notice: { ...reading.notice, transactionId } }
    : { kind: 'returned', notice: { ...reading.notice, transactionId } };
}

async function applyPayment(
  dependencies: NotificationDependencies,
  account: string,
  bank: Bank,
  notice: BankNotification,
): Promise<string> {
  const { transactionId, status, bankId } = notice;
  const { logger } = dependencies;
  // The URL registered at the provider lacks the placeholder of the status (`docs/runbook.md`).
  if (notice.lacksStatus) logger.warn('bank notification without status', { account, bankId });
  if (bank.needs?.isTrustworthy && status.kind === 'unknown') {
    logger.warn('bank notification of another status', { account, bankId });
  }
  if (transactionId === null || !isTransactionId(transactionId)) {
    // By its form the bank id is ours; the provider must resend until the pointer can be read.
    if (bank.needs?.pointer && notice.method !== null) {
      logger.error('bank notification unmatched', { account, bankId });
      return 'not-found';
    }
    return recordForeign(dependencies, account, notice);
  }
  if (bank.needs?.isTrustworthy) {
    const outcome = await verifyAndApply(dependencies, bank, account, { ...notice, transactionId });
    return outcome === 'foreign' ? recordForeign(dependencies, account, notice) : outcome;
  }
  const ask = async (transaction: Transaction) => {
    const { bank } = await bankOf(dependencies.bankAccounts, transaction);
    return askAbout(bank, transaction, notice.bankId, logger);
  };
  const applied = await applyNotification(dependencies, transactionId, { ...notice, bankAccount: account }, ask);
  if (applied.kind === 'foreign') return recordForeign(dependencies, account, notice);
  if (applied.kind === 'not-found' && reportsMoney(status)) {
    logger.error('bank notification unmatched', { account, transactionId, bankId });
  }
  return applied.kind;
}

/**
 * Applies an authenticated notification. An ordinary one settles a pending transaction on its first attempt, so that
 * write is made without a read; if its condition fails, the stored item is judged. A notification with a wrong amount
 * requires an inquiry at the bank (decision D20); one above the requested amount settles only by the amount that the
 * bank confirms. Where the bank confirms another payment of the reference, that payment is applied first.
 */
export async function applyNotification(
  dependencies: ApplyDependencies,
  transactionId: string,
  { bankAccount, ...notice }: BankNotification & { bankAccount: string },
  ask: (transaction: Transaction) => Promise<BankStatus>,
): Promise<Applied> {
  const { bankId, status, noticeId } = notice;
  const report: BankReport = { bankId, status, noticeId };
  const ordinary = ordinarySettling(transactionId, bankAccount, notice);
  const outcome = ordinary && (await dependencies.settle(ordinary));
  if (outcome?.kind === 'written') return { kind: 'settled' };
  let current = outcome ? outcome.current : await dependencies.read(transactionId, true);
  if (!current) return { kind: 'not-found' };
  if (current.bankAccount !== bankAccount) return { kind: 'foreign' };
  const verdict = judge(current, report);
  const exceptions = 'exceptions' in verdict ? verdict.exceptions : [];
  const doubtful = verdict.kind === 'same-payment' ? [] : exceptions.filter((kind) => DOUBTFUL.has(kind));
  if (doubtful.length === 0) return applyReport(dependencies, current, report);
  const answer = await ask(current);
  if (isAnotherMovement(current, bankId, status, answer)) {
    await applyReport(dependencies, current, { bankId, status: answer });
    current = (await dependencies.read(transactionId, true)) ?? current;
    const isConfirmed = current.status === 'paid' || !doubtful.includes('overpaid');
    if (isConfirmed) return applyReport(dependencies, current, report);
  } else {
    const isTrusted = doubtful.includes('overpaid') ? answer.kind === 'paid' : answer.kind !== 'unknown';
    if (isTrusted) return applyReport(dependencies, current, { ...report, status: combined(status, answer) });
  }
  // The money is recorded. Without an acknowledgement the provider resends, and the bank is queried again.
  for (const kind of doubtful) await record(dependencies, kind, current, report);
  // The bank has confirmed that nothing was paid: a person handles the exception.
  const isOver = answer.kind === 'refused' || answer.kind === 'expired';
  return isOver ? { kind: 'exception', exceptions: doubtful } : { kind: 'unconfirmed' };
}

/** Exceptions that require an inquiry at the bank before they are opened. */
const DOUBTFUL = new Set<ExceptionKind>(['underpaid', 'overpaid', 'foreign-currency', 'unclear-payment']);

/**
 * Whether the bank's answer is about another movement than the notification: a reference can be paid several times. A
 * push is paid once, so another amount is a correction of the same movement.
 */
function isAnotherMovement(
  { attempts }: Transaction,
  bankId: string,
  reported: BankStatus,
  answer: BankStatus,
): boolean {
  const method = attempts.find((attempt) => attempt.bankId === bankId)?.method;
  const [reportedCents, answeredCents] = [reported, answer].map((each) =>
    'amountCents' in each ? each.amountCents : null,
  );
  return method === 'REFERENCE' && reportedCents !== null && answeredCents !== null && reportedCents !== answeredCents;
}

/**
 * The notification corrected by the bank's answer. An answer without money does not remove the money of the
 * notification (invariant 9). Name and time of the movement come from the notification where the answer lacks them.
 */
function combined(reported: BankStatus, answer: BankStatus): BankStatus {
  if (!reportsMoney(reported) || !reportsMoney(answer)) return reportsMoney(answer) ? answer : reported;
  const operation = reported.operationId === undefined ? {} : { operationId: reported.operationId };
  if (answer.kind !== 'paid' || reported.kind !== 'paid') return { ...operation, ...answer };
  return { ...operation, ...answer, paidAtMs: answer.paidAtMs ?? reported.paidAtMs };
}

/** The settling of an ordinary notification: a final status of the first attempt of a pending transaction. */
function ordinarySettling(
  transactionId: string,
  bankAccount: string,
  { bankId, method, status }: BankNotification,
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

/** Opens an exception for money without a transaction (invariant 9); any other foreign status is only acknowledged. */
async function recordForeign(
  dependencies: NotificationDependencies,
  bankAccount: string,
  { bankId, noticeId, status }: BankNotification,
): Promise<string> {
  if (!reportsMoney(status)) return 'foreign';
  await openException(dependencies, {
    kind: 'unknown-payment',
    transactionId: `foreign_${bankId}`,
    merchantId: null,
    bankAccount,
    bankId,
    noticeId,
    expectedCents: null,
    ...moneyOf(status),
  });
  return 'foreign payment recorded';
}

function refused(statusCode: number, error: string): APIGatewayProxyResult {
  return { statusCode, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ error }) };
}
