import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DynamoDBClient, QueryCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { newTransactionId } from '../../functions/payments/ids.ts';
import { MAIN_ITEM, SHARDS } from '../../functions/payments/tables.ts';
import { toAttributes } from '../../functions/runtime/attributes.ts';
import { TABLES } from '../support/created-tables.ts';
import { attemptWith, transactionWith } from '../support/payment-transactions.ts';
import { CREDENTIALS } from '../support/scripted-sibs.ts';
import { paymentsIn } from '../support/wired.ts';
import { sideBySide } from './service.ts';

const ENDED_AGO_MS = 10 * 60_000;

/** Writes `count` live pushes without a notification, all due. */
export async function putBacklog(client: DynamoDBClient, count: number): Promise<string[]> {
  const { create } = paymentsIn(client).transactions;
  const startedAt = Date.now() - ENDED_AGO_MS;
  const ids = Array.from({ length: count }, newTransactionId);
  await sideBySide(ids, (transactionId) =>
    create({
      ...transactionWith({ transactionId, createdAt: startedAt, paymentMethod: 'MBWAY', dueAt: startedAt + 300_000 }),
      attempts: [attemptWith({ bankId: transactionId, startedAt, endsAt: startedAt + 240_000 })],
      liveAttempt: 0,
    }),
  );
  return ids;
}

/**
 * Removes settled transactions from the sweep's index, as the record of a delivery does. No delivery runs here, so the
 * sweep would read them again. Returns how many are still pending.
 */
export async function deliver(client: DynamoDBClient): Promise<number> {
  const due: string[] = [];
  for (let shard = 0; shard < SHARDS; shard += 1) {
    let after: Record<string, never> | undefined;
    do {
      const page = await client.send(
        new QueryCommand({
          TableName: TABLES.transactions,
          IndexName: 'due',
          KeyConditionExpression: '#shard = :shard',
          ExpressionAttributeNames: { '#shard': 'shard' },
          ExpressionAttributeValues: toAttributes({ ':shard': shard }),
          ExclusiveStartKey: after,
        }),
      );
      for (const { transactionId } of page.Items ?? []) due.push(transactionId?.S ?? '');
      after = page.LastEvaluatedKey as Record<string, never> | undefined;
    } while (after);
  }
  let pending = 0;
  await sideBySide(due, async (transactionId) => {
    try {
      await client.send(
        new UpdateItemCommand({
          TableName: TABLES.transactions,
          Key: toAttributes({ transactionId, item: MAIN_ITEM }),
          UpdateExpression: 'REMOVE dueAt',
          ConditionExpression: '#status <> :pending',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: toAttributes({ ':pending': 'pending' }),
        }),
      );
    } catch {
      pending += 1;
    }
  });
  return pending;
}

export interface SweepBank {
  endpoint: string;
  baseUrl: string;
  /** Answered inquiries, and the maximum of concurrent ones. */
  counts: { asked: number; atOnce: number };
  close(): Promise<void>;
}

const ENDED = JSON.stringify({
  paymentStatus: 'Timeout',
  paymentMethod: 'MBWAY',
  returnStatus: { statusCode: '000', statusMsg: 'Success' },
});

/** A bank that reports every payment as timed out, after a delay. It also serves the secret of its account. */
export async function startSweepBank(answersAfterMs: number): Promise<SweepBank> {
  const counts = { asked: 0, atOnce: 0 };
  let open = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.setHeader('Content-Type', 'application/json');
      if (request.headers['x-amz-target'] !== undefined) {
        response.end(JSON.stringify({ SecretString: JSON.stringify(CREDENTIALS) }));
        return;
      }
      open += 1;
      counts.atOnce = Math.max(counts.atOnce, open);
      setTimeout(() => {
        open -= 1;
        counts.asked += 1;
        response.end(ENDED);
      }, answersAfterMs);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    baseUrl: `${endpoint}/sibs/spg/v2`,
    counts,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
