import { createServer } from 'node:http';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { newTransactionId } from '../../functions/payments/ids.ts';
import { SHARDS } from '../../functions/payments/tables.ts';
import type { Attributes } from '../../functions/runtime/attributes.ts';
import { MINUTE_MS } from '../../functions/runtime/durations.ts';
import { CREDENTIALS } from '../support/banks/scripted-sibs.ts';
import { listening } from '../support/network/listening.ts';
import { attemptWith, transactionWith } from '../support/payment-transactions.ts';
import { paymentsIn } from '../support/wired.ts';
import { sideBySide } from './service.ts';

const ENDED_AGO_MS = 10 * MINUTE_MS;

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
  const { transactions } = paymentsIn(client);
  const due: string[] = [];
  for (let shard = 0; shard < SHARDS; shard += 1) {
    let after: Attributes | undefined;
    do {
      const page = await transactions.due(shard, Number.MAX_SAFE_INTEGER, 1_000, after);
      due.push(...page.transactionIds);
      after = page.after;
    } while (after);
  }
  let pending = 0;
  await sideBySide(due, async (transactionId) => {
    const transaction = await transactions.read(transactionId, true);
    if (transaction?.status === 'pending') pending += 1;
    else if (transaction) await transactions.disarm(transaction);
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
  const { origin: endpoint, stop: close } = await listening(server);
  return { endpoint, baseUrl: `${endpoint}/sibs/spg/v2`, counts, close };
}
