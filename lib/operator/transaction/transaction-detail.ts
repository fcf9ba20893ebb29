import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { queryAll } from '../../../functions/dynamo/query.ts';
import { amountOf, amountOrNull } from '../../../functions/payments/amount.ts';
import {
  type ExceptionRecord,
  exceptionOf,
  isException,
} from '../../../functions/payments/exceptions/exception-record.ts';
import { type BalanceView, balanceOf, balanceView } from '../../../functions/payments/money/balance.ts';
import { isRefund, type Refund, refundOf } from '../../../functions/payments/money/refund.ts';
import { itemsQuery, partitionOf } from '../../../functions/payments/partition.ts';
import { type Transaction, transactionOf } from '../../../functions/payments/transaction.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';
import { eventRecordOf } from '../../../functions/webhooks/event.ts';
import { isTestEvent } from '../../../functions/webhooks/event-kind.ts';
import type { CommandResult } from '../command.ts';
import type { Target } from '../target.ts';
import { type SettlementDetail, settlementDetails, settlementLines } from './delivery-detail.ts';
import { exceptionLines } from './exception-text.ts';

/** The complete record of one transaction, or of one test event, in chronological order. */
export interface TransactionDetail {
  transactionId: string;
  merchantId: string;
  externalOrderId: string;
  amount: number;
  status: string;
  /** Absent on a test event, which has no bank. */
  bank?: {
    account: string;
    createdAt: string;
    paymentMethod: string | null;
    paidAt: string | null;
    /** What the payment brought, in EUR. */
    received: number | null;
    mb: { entity: string; reference: string; expiresAt: string } | null;
    attempts: { method: string; bankId: string; state: string; startedAt: string; endsAt: string }[];
  };
  settlements: SettlementDetail[];
  /** Open and closed, as they are stored. */
  exceptions: ExceptionRecord[];
  /** Refunds that the bank reported. */
  refunds: (Omit<Refund, 'returnedCents' | 'returnedAt' | 'recordedAt'> & {
    amount: number | null;
    returnedAt: string | null;
    recordedAt: string;
  })[];
  /** The plain sums of its money in EUR, before the bank's fees. Absent on a test event. */
  money?: BalanceView;
}

/** The result of `show`: the detail of a transaction or a test event. */
export async function showTransaction(
  { client, transactionsTable }: Pick<Target, 'client' | 'transactionsTable'>,
  transactionId: string,
): Promise<CommandResult> {
  const detail = await readDetail(client, transactionsTable, transactionId);
  if (!detail) throw new Error(`transaction not found: ${transactionId}`);
  return { json: detail, text: detailText(detail) };
}

/** All items of one transaction; undefined when there is no main item. Throws `UnreadableItem`. */
export async function readDetail(
  client: DynamoDBClient,
  tableName: string,
  transactionId: string,
): Promise<TransactionDetail | undefined> {
  const items = await queryAll(client, itemsQuery(tableName, transactionId));
  const found = partitionOf(items);
  if (!found) return undefined;
  const record = eventRecordOf(found.main);
  const exceptions = found.items(isException, exceptionOf);
  const refunds = found.items(isRefund, refundOf);
  const transaction = isTestEvent(record) ? undefined : transactionOf(found.main);
  return {
    transactionId,
    merchantId: record.merchantId,
    externalOrderId: record.externalOrderId,
    amount: amountOf(record.amountCents),
    status: record.status,
    ...(transaction && { bank: bankDetail(transaction) }),
    settlements: settlementDetails(record, new Map(items.map((item) => [String(item.item?.S), item]))),
    exceptions,
    refunds: refunds.map(refundDetail),
    ...(transaction && { money: balanceView(balanceOf({ transaction, exceptions, refunds })) }),
  };
}

function refundDetail({
  returnedCents,
  returnedAt,
  recordedAt,
  ...refund
}: Refund): TransactionDetail['refunds'][number] {
  return {
    ...refund,
    amount: amountOrNull(returnedCents),
    returnedAt: returnedAt === null ? null : isoTime(returnedAt),
    recordedAt: isoTime(recordedAt),
  };
}

function bankDetail(transaction: Transaction): TransactionDetail['bank'] {
  const { bankAccount, createdAt, paymentMethod, paidAt, receivedCents, mb, attempts } = transaction;
  return {
    account: bankAccount,
    createdAt: isoTime(createdAt),
    paymentMethod,
    paidAt: paidAt === undefined ? null : isoTime(paidAt),
    received: amountOrNull(receivedCents),
    mb: mb ? { ...mb, expiresAt: isoTime(mb.expiresAt) } : null,
    attempts: attempts.map(({ method, bankId, state, startedAt, endsAt }) => ({
      method,
      bankId,
      state,
      startedAt: isoTime(startedAt),
      endsAt: isoTime(endsAt),
    })),
  };
}

/** The detail as text. */
export function detailText(detail: TransactionDetail): string {
  const { bank } = detail;
  const lines = [
    `transaction   ${detail.transactionId}`,
    `merchant      ${detail.merchantId}`,
    `order         ${detail.externalOrderId}`,
    `amount        ${detail.amount.toFixed(2)} EUR`,
    `status        ${detail.status}`,
  ];
  if (bank) {
    lines.push(`created       ${bank.createdAt}`, `method        ${bank.paymentMethod ?? '(none yet)'}`);
    if (bank.paidAt) lines.push(`paid          ${bank.paidAt}, ${bank.received?.toFixed(2)} EUR`);
    if (bank.mb) lines.push(`reference     ${bank.mb.entity} ${bank.mb.reference}, until ${bank.mb.expiresAt}`);
    lines.push('', `at the bank (account ${bank.account})`);
    for (const { startedAt, method, state, bankId } of bank.attempts)
      lines.push(`  ${startedAt}  ${method}  ${state}  ${bankId}`);
    if (bank.attempts.length === 0) lines.push('  nothing was started');
  }
  if (detail.settlements.length === 0) lines.push('', 'no event: the status has not changed yet');
  for (const settlement of detail.settlements) lines.push(...settlementLines(settlement));
  for (const { kind, amount, refundId, returnedAt, recordedAt } of detail.refunds) {
    const sum = amount === null ? 'unknown amount' : `${amount.toFixed(2)} EUR`;
    lines.push('', `${kind} of ${sum} at ${returnedAt ?? recordedAt} (${refundId})`);
  }
  if (detail.money) lines.push('', moneyLine(detail.money));
  for (const exception of detail.exceptions) lines.push('', ...exceptionLines(exception));
  return `${lines.join('\n')}\n`;
}

/** `money: 10.00 EUR received for payments + 5.00 EUR other − 5.00 EUR returned = 10.00 EUR, before the bank's fees` */
function moneyLine({ gross, other, returned, balance, unreadable }: BalanceView): string {
  const [payments, beside, back, left] = [gross, other, returned, balance].map((euros) => `${euros.toFixed(2)} EUR`);
  const unknown = unreadable === 0 ? '' : `; ${unreadable} returned without a readable amount`;
  return `money: ${payments} received for payments + ${beside} other − ${back} returned = ${left}, before the bank’s fees${unknown}`;
}
