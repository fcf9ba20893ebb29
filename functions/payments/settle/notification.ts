import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type Bank, type BankNotification, type NotificationReading, reportsMoney } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import { openException } from '../exceptions/exception.ts';
import { isTransactionId } from '../ids.ts';
import { moneyOf } from '../money/report.ts';
import type { Transactions } from '../transactions.table.ts';
import { type Applied, applyReport } from './apply.ts';
import { confirmedBy } from './confirm.ts';
import type { ConfirmDependencies, Confirming, Notice } from './payment-list.ts';
import { applyReturn, type RefundDependencies } from './refund-notification.ts';
import type { Settling } from './settle.ts';

export interface NotificationDependencies extends ConfirmDependencies, RefundDependencies {
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
  const applied = await applyNotification(dependencies, bank, account, { ...notice, transactionId });
  if (applied.kind === 'foreign') return recordForeign(dependencies, account, notice);
  if (applied.kind === 'not-found' && reportsMoney(status)) {
    logger.error('bank notification unmatched', { account, transactionId, bankId });
  }
  return applied.kind;
}

/**
 * Applies an authenticated notification. An ordinary one settles a pending transaction on its first attempt, so that
 * write is made without a read; if its condition fails, or the protocol proves too little, the stored item is judged.
 */
export async function applyNotification(
  dependencies: ConfirmDependencies,
  bank: Confirming,
  bankAccount: string,
  notice: Notice,
): Promise<Applied> {
  const ordinary = bank.needs?.isTrustworthy ? undefined : ordinarySettling(bankAccount, notice);
  const outcome = ordinary && (await dependencies.settle(ordinary));
  if (outcome?.kind === 'written') return { kind: 'settled' };
  const transaction = outcome ? outcome.current : await dependencies.read(notice.transactionId, true);
  if (!transaction) return { kind: 'not-found' };
  if (transaction.bankAccount !== bankAccount) return { kind: 'foreign' };
  return applyReport(dependencies, transaction, notice, confirmedBy(dependencies, bank, notice));
}

/** The settling of an ordinary notification: a final status of the first attempt of a pending transaction. */
function ordinarySettling(
  bankAccount: string,
  { transactionId, bankId, method, status }: Notice,
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
