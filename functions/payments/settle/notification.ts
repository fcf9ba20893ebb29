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
import type { Transaction } from '../transaction.ts';
import type { Transactions } from '../transactions.table.ts';
import { askAbout, bankOf } from './bank-of.ts';
import { type Applied, applyBankStatus, type BankStatusDependencies, moneyOf, record } from './bank-status.ts';
import { judge } from './judge.ts';
import { type RefundDependencies, takeReturn } from './refund-notification.ts';
import type { Settling } from './settle.ts';
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

/**
 * Applies an authenticated notice about a transaction of ours without reading it first: the ordinary notice settles a
 * pending transaction on its first attempt, so that write is tried at once; where its condition fails, the item it
 * failed on is judged. A notice of a wrong amount is not believed before the bank was asked (decision D20), and one of more
 * than was asked for settles by nothing but the sum that the bank then confirms. Where the bank confirms another payment of
 * the reference, that one is applied first, and the notice's is judged after it.
 */
export async function applyNotification(
  dependencies: BankStatusDependencies,
  transactionId: string,
  { bankAccount, ...notice }: BankNotification & { bankAccount: string },
  ask: (transaction: Transaction) => Promise<BankStatus>,
): Promise<Applied> {
  const { bankId, status, noticeId } = notice;
  const guess = ordinarySettling(transactionId, bankAccount, notice);
  const outcome = guess && (await dependencies.settle(guess));
  if (outcome?.kind === 'written') return { kind: 'settled' };
  let current = outcome ? outcome.current : await dependencies.read(transactionId, true);
  if (!current) return { kind: 'not-found' };
  if (current.bankAccount !== bankAccount) return { kind: 'foreign' };
  const verdict = judge(current, bankId, status);
  const exceptions = 'exceptions' in verdict ? verdict.exceptions : [];
  const doubts = verdict.kind === 'same-payment' ? [] : exceptions.filter((kind) => DOUBTFUL.has(kind));
  if (doubts.length === 0) return applyBankStatus(dependencies, current, bankId, status, noticeId);
  const answer = await ask(current);
  if (isOfAnother(current, bankId, status, answer)) {
    await applyBankStatus(dependencies, current, bankId, answer);
    current = (await dependencies.read(transactionId, true)) ?? current;
    const isConfirmed = current.status === 'paid' || !doubts.includes('overpaid');
    if (isConfirmed) return applyBankStatus(dependencies, current, bankId, status, noticeId);
  } else {
    const isTrusted = doubts.includes('overpaid') ? answer.kind === 'paid' : answer.kind !== 'unknown';
    if (isTrusted) return applyBankStatus(dependencies, current, bankId, agreed(status, answer), noticeId);
  }
  // Kept, so that the money is on record whatever follows; not acknowledged, so that the next notice asks again.
  for (const kind of doubts) await record(dependencies, kind, current, bankId, status, noticeId);
  // Once the bank says that nothing was paid, a further notice has nothing to ask: the exception is for a person.
  const isOver = answer.kind === 'refused' || answer.kind === 'expired';
  return isOver ? { kind: 'exception', exceptions: doubts } : { kind: 'unconfirmed' };
}

/** What a notice may be mistaken about, and the bank when asked may not. */
const DOUBTFUL = new Set<ExceptionKind>(['underpaid', 'overpaid', 'foreign-currency', 'unclear-payment']);

/**
 * Whether the bank's answer is of another movement than the notice: a reference can be paid several times, and an answer
 * names one sum only. A push is paid once, so that another sum is a better reading of the same movement.
 */
function isOfAnother({ attempts }: Transaction, bankId: string, told: BankStatus, answer: BankStatus): boolean {
  const method = attempts.find((attempt) => attempt.bankId === bankId)?.method;
  const [reportedCents, answeredCents] = [told, answer].map((each) =>
    'amountCents' in each ? each.amountCents : null,
  );
  return method === 'REFERENCE' && reportedCents !== null && answeredCents !== null && reportedCents !== answeredCents;
}

/**
 * The bank's answer counts, except that one which speaks of no money does not take back the money that the notice spoke
 * of (invariant 9). What the notice alone says of the movement stays with it, so that its repeats are known by it.
 */
function agreed(told: BankStatus, answer: BankStatus): BankStatus {
  if (!reportsMoney(told) || !reportsMoney(answer)) return reportsMoney(answer) ? answer : told;
  const operation = told.operationId === undefined ? {} : { operationId: told.operationId };
  if (answer.kind !== 'paid' || told.kind !== 'paid') return { ...operation, ...answer };
  return { ...operation, ...answer, paidAtMs: answer.paidAtMs ?? told.paidAtMs };
}

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
