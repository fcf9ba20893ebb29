import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { ExceptionKind } from '../../functions/payments/exceptions/exception.ts';
import { newTransactionId } from '../../functions/payments/ids.ts';
import type { Refund } from '../../functions/payments/money/refund.ts';
import { type Attribute, toAttributes } from '../../functions/runtime/attributes.ts';
import { TABLES } from './tables.ts';
import { paymentsIn } from './wired.ts';

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
    exceptionKey: `open#${new Date(openedAt).toISOString()}#${merchantId}`,
  };
  await client.send(new PutItemCommand({ TableName: TABLES.transactions, Item: toAttributes(item) }));
  return { transactionId, exceptionId };
}

interface StoredRefund {
  transactionId: string;
  merchantId: string;
  refundId: string;
  returnedCents: number | null;
  originalBankId?: string;
  atMs: number;
}

/** Writes a refund of an MB WAY payment by the product's own write. */
export async function putRefund(client: DynamoDBClient, { merchantId, atMs, ...facts }: StoredRefund): Promise<void> {
  const refund: Refund = {
    ...{ kind: 'refund', type: 'RFND', bankAccount: 'main', originalBankId: null, noticeId: 'n-1' },
    ...{ ...facts, returnedAt: atMs, recordedAt: atMs },
  };
  await paymentsIn(client, () => atMs).recordRefund(refund, { merchantId, paymentMethod: 'MBWAY' });
}
