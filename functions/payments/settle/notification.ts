import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type Bank, type BankNotification, type NotificationReading, reportsMoney } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import { openException } from '../exceptions/exception.ts';
import type { Transaction } from '../transaction.ts';
import { isTransactionId } from '../transaction-id.ts';
import type { Transactions } from '../transactions.table.ts';
import { askAbout, bankOf } from './bank-of.ts';
import { applyNotification, type BankStatusDependencies, moneyOf } from './bank-status.ts';
import { type RefundDependencies, takeReturn } from './refund-notification.ts';
import { verifyAndApply } from './unverified-notification.ts';

export interface NotificationDependencies extends BankStatusDependencies, RefundDependencies {
  bankAccounts: BankAccounts;
  transactions: Pick<Transactions, 'pointedBy'>;
}

/**
 * A bank notification at `/bank/{account}/notifications` (decision D20): authenticated first, acknowledged as the
 * provider demands once nothing more is to be learnt from it, refused when it must come again.
 */
export function notification(dependencies: NotificationDependencies) {
  const { bankAccounts, logger } = dependencies;
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const account = event.pathParameters?.account ?? '';
    const bank = await bankAccounts.bank(account);
    if (!bank) return refused(404, 'unknown bank account');
    const rawBody = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '');
    const query = event.queryStringParameters ?? {};
    const reading = await located(
      dependencies,
      account,
      bank,
      bank.readNotification({ headers: event.headers ?? {}, query, rawBody }),
    );
    if (reading.kind === 'rejected') {
      logger.error('bank notification rejected', { account, detail: reading.detail });
      return refused(400, 'not an authentic notification');
    }
    if (reading.kind === 'irrelevant') {
      logger.info('bank notification', { account, noticeId: reading.noticeId, outcome: reading.detail });
      return bank.acknowledge(reading.noticeId);
    }
    const { notice } = reading;
    const outcome =
      reading.kind === 'returned'
        ? await takeReturn(dependencies, account, reading.notice)
        : await take(dependencies, account, bank, reading.notice);
    logger.info('bank notification', {
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

/** The reading with the transaction of ours, where the provider names only its own or a short reference (`BankNeeds.pointer`). */
async function located(
  { transactions }: NotificationDependencies,
  account: string,
  { needs }: Bank,
  reading: NotificationReading,
): Promise<NotificationReading> {
  if (!needs?.pointer || (reading.kind !== 'notice' && reading.kind !== 'returned')) return reading;
  const bankId = reading.kind === 'notice' ? reading.notice.bankId : reading.notice.originalBankId;
  const transactionId = bankId === null ? undefined : await transactions.pointedBy(account, bankId);
  if (transactionId === undefined) return reading;
  return reading.kind === 'notice'
    ? { kind: 'notice', notice: { ...reading.notice, transactionId } }
    : { kind: 'returned', notice: { ...reading.notice, transactionId } };
}

async function take(
  dependencies: NotificationDependencies,
  account: string,
  bank: Bank,
  notice: BankNotification,
): Promise<string> {
  const { transactionId, status, bankId } = notice;
  const { logger } = dependencies;
  if (transactionId === null || !isTransactionId(transactionId)) {
    // By its form it is a start of ours, whose pointer may be on its way: it is to come again.
    if (bank.needs?.pointer && notice.method !== null) {
      logger.error('bank notification of a payment that is not found', { account, bankId });
      return 'not-found';
    }
    return keepForeign(dependencies, account, notice);
  }
  if (bank.needs?.isTrustworthy) {
    const outcome = await verifyAndApply(dependencies, bank, account, { ...notice, transactionId });
    return outcome === 'foreign' ? keepForeign(dependencies, account, notice) : outcome;
  }
  const ask = async (transaction: Transaction) => {
    const { bank } = await bankOf(dependencies.bankAccounts, transaction);
    return askAbout(bank, transaction, notice.bankId);
  };
  const applied = await applyNotification(dependencies, transactionId, { ...notice, bankAccount: account }, ask);
  if (applied.kind === 'foreign') return keepForeign(dependencies, account, notice);
  if (applied.kind === 'not-found' && reportsMoney(status)) {
    logger.error('bank notification of a payment that is not found', { account, transactionId, bankId });
  }
  return applied.kind;
}

/** Money that is not for a transaction of ours is kept for a person (invariant 9); anything else foreign is only acknowledged. */
async function keepForeign(
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
  return 'foreign payment kept';
}

function refused(statusCode: number, error: string): APIGatewayProxyResult {
  return { statusCode, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ error }) };
}
