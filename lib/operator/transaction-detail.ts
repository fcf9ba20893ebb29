import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { amountOf } from '../../functions/payments/money.ts';
import { MAIN_ITEM } from '../../functions/payments/tables.ts';
import { type Transaction, transactionOf } from '../../functions/payments/transaction.ts';
import { fromAttributes, toAttributes } from '../../functions/runtime/attributes.ts';
import { isoTime } from '../../functions/runtime/clock.ts';
import { eventRecordOf } from '../../functions/webhooks/event.ts';
import { type SettlementDetail, settlementDetails, settlementLines } from './delivery-detail.ts';

/** Everything the record says of one transaction, or of one test event, in the order in which it happened. */
export interface TransactionDetail {
  transactionId: string;
  merchantId: string;
  externalOrderId: string;
  amount: number;
  status: string;
  /** Absent on a test event, which was never at a bank. */
  bank?: {
    account: string;
    createdAt: string;
    paymentMethod: string | null;
    paidAt: string | null;
    mb: { entity: string; reference: string; expiresAt: string } | null;
    attempts: { method: string; bankId: string; state: string; startedAt: string; endsAt: string }[];
  };
  settlements: SettlementDetail[];
  exceptions: Record<string, unknown>[];
}

/** All items of one transaction in one query; undefined when there is no main item. */
export async function readDetail(
  client: DynamoDBClient,
  tableName: string,
  transactionId: string,
): Promise<TransactionDetail | undefined> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'transactionId = :id',
      ExpressionAttributeValues: toAttributes({ ':id': transactionId }),
      ConsistentRead: true,
    }),
  );
  const items = new Map(Items.map((item) => [String(item.item?.S), item]));
  const main = items.get(MAIN_ITEM);
  if (!main) return undefined;
  const record = eventRecordOf(main);
  return {
    transactionId,
    merchantId: record.merchantId,
    externalOrderId: record.externalOrderId,
    amount: amountOf(record.amountCents),
    status: record.status,
    ...(main.bankAccount && { bank: bankDetail(transactionOf(main)) }),
    settlements: settlementDetails(record, items),
    exceptions: [...items]
      .filter(([sortKey]) => sortKey.startsWith('exception#'))
      .map(([, item]) => fromAttributes(item)),
  };
}

function bankDetail(transaction: Transaction): TransactionDetail['bank'] {
  const { bankAccount, createdAt, paymentMethod, paidAt, mb, attempts } = transaction;
  return {
    account: bankAccount,
    createdAt: isoTime(createdAt),
    paymentMethod,
    paidAt: paidAt === undefined ? null : isoTime(paidAt),
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

/** The detail as a person reads it on a terminal. */
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
    if (bank.paidAt) lines.push(`paid          ${bank.paidAt}`);
    if (bank.mb) lines.push(`reference     ${bank.mb.entity} ${bank.mb.reference}, until ${bank.mb.expiresAt}`);
    lines.push('', `at the bank (account ${bank.account})`);
    for (const { startedAt, method, state, bankId } of bank.attempts)
      lines.push(`  ${startedAt}  ${method}  ${state}  ${bankId}`);
    if (bank.attempts.length === 0) lines.push('  nothing was started');
  }
  for (const settlement of detail.settlements) lines.push(...settlementLines(settlement));
  for (const exception of detail.exceptions)
    lines.push('', `exception: ${String(exception.kind)}, ${String(exception.state)}`);
  return `${lines.join('\n')}\n`;
}
