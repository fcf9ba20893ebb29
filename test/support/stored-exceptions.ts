import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { ExceptionKind } from '../../functions/payments/exceptions/exception.ts';
import { newTransactionId } from '../../functions/payments/ids.ts';
import { shardOf } from '../../functions/payments/tables.ts';
import { type Attribute, toAttributes } from '../../functions/runtime/attributes.ts';
import { TABLES } from './created-tables.ts';

export interface StoredException {
  transactionId?: string;
  merchantId?: string;
  kind?: ExceptionKind;
  openedAt: number;
  /** Where it records money. */
  receivedCents?: number;
  reportedCents?: number;
  operationId?: string;
  bankId?: string;
}

/** Writes an open exception as `docs/tables.md` describes it; answers its name. */
export async function putException(
  client: DynamoDBClient,
  { transactionId = newTransactionId(), merchantId = 'mer_a', kind = 'late', openedAt, ...facts }: StoredException,
) {
  const { receivedCents = null, bankId = 'b1', operationId, ...more } = facts;
  const exceptionId =
    receivedCents === null ? `${kind}#${bankId}` : `money#${bankId}#${operationId ?? `${receivedCents}#1`}`;
  const item: Record<string, Attribute> = {
    ...{ transactionId, item: `exception#${exceptionId}`, kind, merchantId, bankAccount: 'main', bankId },
    ...{ noticeId: null, expectedCents: 1_000, receivedCents, state: 'open', openedAt, ...more },
    ...(operationId !== undefined && { operationId }),
    ...(receivedCents !== null && { paidAt: openedAt - 1, bankTime: openedAt - 1, paymentMethod: 'MBWAY' }),
    shard: shardOf(transactionId),
    exceptionKey: `open#${new Date(openedAt).toISOString()}#${merchantId}`,
  };
  await client.send(new PutItemCommand({ TableName: TABLES.transactions, Item: toAttributes(item) }));
  return { transactionId, exceptionId };
}
