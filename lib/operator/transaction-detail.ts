import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { amountOf } from '../../functions/payments/money.ts';
import { MAIN_ITEM } from '../../functions/payments/tables.ts';
import { type Transaction, transactionOf } from '../../functions/payments/transaction.ts';
import { type Attributes, fromAttributes, toAttributes } from '../../functions/runtime/attributes.ts';
import { isoTime } from '../../functions/runtime/clock.ts';
import { type EventRecord, eventKind, eventRecordOf } from '../../functions/webhooks/event.ts';
import { OUTCOME_SENTENCES } from '../../functions/webhooks/outcome.ts';

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

export interface SettlementDetail {
  eventId: string;
  event: string;
  settledAt: string;
  delivery: {
    state: string;
    series: number;
    nextAttemptAt: string | null;
    attempts: {
      number: number;
      startedAt: string;
      durationMs: number;
      outcome: string;
      statusCode: number | null;
      answer: string | null;
    }[];
  };
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

function settlementDetails(record: EventRecord, items: ReadonlyMap<string, Attributes>): SettlementDetail[] {
  return record.settlements.map((settlement) => {
    const { eventId, settledAt, delivery } = settlement;
    const { state, series, nextAttemptAt } = delivery;
    return {
      eventId,
      event: eventKind(record, settlement),
      settledAt: isoTime(settledAt),
      delivery: {
        state,
        series,
        nextAttemptAt: nextAttemptAt === undefined ? null : isoTime(nextAttemptAt),
        attempts: delivery.attempts.map(({ startedAt, durationMs, outcome, statusCode = null }, index) => ({
          number: index + 1,
          startedAt: isoTime(startedAt),
          durationMs,
          outcome,
          statusCode,
          answer: items.get(`answer#${eventId}#${series}#${index + 1}`)?.answer?.S ?? null,
        })),
      },
    };
  });
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
  for (const { event, settledAt, eventId, delivery } of detail.settlements) {
    const series = delivery.series > 1 ? `, series ${delivery.series}` : '';
    lines.push('', `${event} at ${settledAt} (${eventId}): ${delivery.state}${series}`);
    for (const attempt of delivery.attempts) lines.push(...attemptLines(attempt));
    if (delivery.attempts.length === 0) lines.push('  no attempt yet');
    if (delivery.nextAttemptAt) lines.push(`  next attempt at ${delivery.nextAttemptAt}`);
  }
  for (const exception of detail.exceptions)
    lines.push('', `exception: ${String(exception.kind)}, ${String(exception.state)}`);
  return `${lines.join('\n')}\n`;
}

function attemptLines(attempt: SettlementDetail['delivery']['attempts'][number]): string[] {
  const { number, startedAt, durationMs, outcome, statusCode, answer } = attempt;
  const sentence = OUTCOME_SENTENCES[outcome as keyof typeof OUTCOME_SENTENCES].en;
  const first = `  ${number}. ${startedAt}  ${durationMs} ms  ${outcome}${statusCode === null ? '' : ` ${statusCode}`}  ${sentence}`;
  return answer === null ? [first] : [first, `     answered: ${JSON.stringify(answer.slice(0, 120))}`];
}
