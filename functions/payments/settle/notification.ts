import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type Bank, type BankNotification, type NotificationReading, reportsMoney } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import { foreignId } from '../foreign-id.ts';
import { isTransactionId } from '../ids.ts';
import type { Transactions } from '../transactions.table.ts';
import type { Applied, ApplyDependencies } from './apply.ts';
import { type Account, applyHint, type Notice } from './hint.ts';
import { applyProven } from './proven.ts';
import { applyReturn, type RefundDependencies } from './refund-notification.ts';

export interface NotificationDependencies extends ApplyDependencies, RefundDependencies {
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
  if (notice.hasOtherWord) logger.warn('bank notification of another status', { account, bankId });
  const at: Account = { bank, name: account };
  const foreign = { ...notice, transactionId: foreignId(account, bankId) };
  if (transactionId === null || !isTransactionId(transactionId)) {
    // By its form the bank id is ours; the provider must resend until the pointer can be read.
    if (bank.needs?.pointer && notice.method !== null) {
      logger.error('bank notification unmatched', { account, bankId });
      return 'not-found';
    }
    return (await applyNotification(dependencies, at, foreign)).kind;
  }
  const applied = await applyNotification(dependencies, at, { ...notice, transactionId });
  if (applied.kind === 'foreign') return (await applyNotification(dependencies, at, foreign)).kind;
  if (applied.kind === 'not-found' && reportsMoney(status)) {
    logger.error('bank notification unmatched', { account, transactionId, bankId });
  }
  return applied.kind;
}

/** Applies an authenticated notification, as much as the protocol proves. */
export function applyNotification(dependencies: ApplyDependencies, account: Account, notice: Notice): Promise<Applied> {
  return account.bank.needs?.isTrustworthy
    ? applyHint(dependencies, account, notice)
    : applyProven(dependencies, account, notice);
}

function refused(statusCode: number, error: string): APIGatewayProxyResult {
  return { statusCode, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ error }) };
}
