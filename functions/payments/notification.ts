import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { BankNotice } from '../banking/bank.ts';
import type { BankAccounts } from '../banking/bank-accounts.ts';
import { bankOf } from './bank-of.ts';
import { applyNotice, type BankWordDependencies } from './bank-word.ts';
import { EXCEPTION_LINE } from './judge.ts';
import type { Transaction } from './transaction.ts';
import { isTransactionId } from './transaction-id.ts';

export interface NotificationDependencies extends BankWordDependencies {
  bankAccounts: BankAccounts;
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
    const reading = bank.readNotification({ headers: event.headers ?? {}, rawBody });
    if (reading.kind === 'rejected') {
      logger.error('bank notification rejected', { account, detail: reading.detail });
      return refused(400, 'not an authentic notification');
    }
    if (reading.kind === 'irrelevant') {
      logger.info('bank notification', { account, noticeId: reading.noticeId, outcome: reading.detail });
      return bank.acknowledge(reading.noticeId);
    }
    const { notice } = reading;
    const outcome = await take(dependencies, account, notice);
    logger.info('bank notification', {
      account,
      noticeId: notice.noticeId,
      transactionId: notice.transactionId,
      outcome,
    });
    return outcome === 'not-found' ? refused(404, 'transaction not found') : bank.acknowledge(notice.noticeId);
  };
}

async function take(dependencies: NotificationDependencies, account: string, notice: BankNotice): Promise<string> {
  const { transactionId, status, bankId } = notice;
  const { logger } = dependencies;
  if (transactionId === null || !isTransactionId(transactionId)) return keepForeign(dependencies, account, notice);
  const ask = async (transaction: Transaction) => {
    const { bank } = await bankOf(dependencies.bankAccounts, transaction);
    return bank.askStatus(notice.bankId);
  };
  const applied = await applyNotice(dependencies, transactionId, { ...notice, bankAccount: account }, ask);
  if (applied.kind === 'foreign') return keepForeign(dependencies, account, notice);
  if (applied.kind === 'not-found' && status.kind === 'paid') {
    logger.error('bank notification of a payment that is not found', { account, transactionId, bankId });
  }
  return applied.kind;
}

/** Money that is not for a transaction of ours is kept for a person (invariant 9); anything else foreign is only acknowledged. */
async function keepForeign(
  { recordException, logger }: NotificationDependencies,
  bankAccount: string,
  { bankId, noticeId, status }: BankNotice,
): Promise<string> {
  if (status.kind !== 'paid' && status.kind !== 'odd') return 'foreign';
  await recordException({
    kind: 'unknown-payment',
    transactionId: `foreign_${bankId}`,
    merchantId: null,
    bankAccount,
    bankId,
    noticeId,
    expectedCents: null,
    receivedCents: status.kind === 'paid' ? status.amountCents : null,
  });
  logger.warn(EXCEPTION_LINE, { kind: 'unknown-payment', bankAccount, bankId });
  return 'foreign payment kept';
}

function refused(statusCode: number, error: string): APIGatewayProxyResult {
  return { statusCode, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ error }) };
}
