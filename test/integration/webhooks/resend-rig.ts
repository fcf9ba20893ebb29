import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { sweep } from '../../../functions/payments/sweep/sweep.ts';
import { SHARDS, shardOf, TRANSACTION_INDEXES } from '../../../functions/payments/tables.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { handOver } from '../../../functions/webhooks/resend/hand-over.ts';
import { resend } from '../../../functions/webhooks/resend/resend.ts';
import { sweepTestEvents } from '../../../functions/webhooks/test-event/sweep-test-events.ts';
import { handOverOn, resendOn } from '../../../functions/webhooks/wiring.ts';
import { freshRigTest, rigTest } from '../../fixtures/rig-test.ts';
import { createTables, type Database, TABLES } from '../../support/created-tables.ts';
import { transactionWith } from '../../support/payment-transactions.ts';
import { deliveryWith, SETTLED_AT, settlementWith } from '../../support/webhook-records.ts';
import { keepingLogger, paymentsIn, webhooksIn } from '../../support/wired.ts';
import { putMain, startQueues } from './deliver-rig.ts';

export const MINUTE_MS = 60_000;

export type ResendRig = Awaited<ReturnType<typeof startResendRig>>;

/** Of the file that runs, or with `freshTest` of the test. */
export let rig: ResendRig;

const start = async (database: Database) => {
  rig = await startResendRig(database);
  return rig;
};
export const test = rigTest(start);
/** Each on empty tables and queues. */
export const freshTest = freshRigTest(start);

/**
 * A real table with its indexes, real queues, and a clock that a test moves; `Rig` is what the consumer's helpers take.
 */
async function startResendRig({ client: dynamo }: Database) {
  const { sqs, ...queues } = await startQueues();
  // A run that receives dead letters need not wait for more of them.
  queues.engine.endLongPolls();
  await createTables(dynamo);
  const queue = async (QueueName: string, Attributes: Record<string, string> = {}): Promise<string> =>
    (await sqs.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl ?? '';
  const dead = await queue('dead-letters');
  // Two receives, so that a test need not wait for five.
  const RedrivePolicy = JSON.stringify({
    deadLetterTargetArn: 'arn:aws:sqs:eu-west-1:000000000000:dead-letters',
    maxReceiveCount: 2,
  });
  const deliveries = await queue('deliveries', { VisibilityTimeout: '1', RedrivePolicy });
  const urls = { deliveries, retries: await queue('delivery-retries'), dead, lost: await queue('lost') };
  return { dynamo, sqs, urls, time: { nowMs: SETTLED_AT }, ...queues };
}

type SettlementFields = Parameters<typeof settlementWith>[0];

/** Puts a paid transaction with one event, as the settling write leaves it, and answers its id and the event's. */
export async function putPaid(
  rig: ResendRig,
  delivery: Parameters<typeof deliveryWith>[0] = {},
  fields: { merchantId?: string; settledAt?: number; settlements?: SettlementFields[]; undeliveredKey?: string } = {},
) {
  const { settledAt = SETTLED_AT, settlements: given, ...rest } = fields;
  const transactionId = newTransactionId();
  const eventId = `evt_${transactionId.slice(3)}`;
  const settlements = given?.map(settlementWith) ?? [
    settlementWith({ eventId, settledAt, delivery: deliveryWith(delivery) }),
  ];
  const main = { ...transactionWith({ transactionId, status: 'paid', createdAt: settledAt }), paymentMethod: 'MBWAY' };
  const item = { ...main, settlements, dueAt: settledAt + 5 * MINUTE_MS, shard: shardOf(transactionId), ...rest };
  await putMain(rig, item);
  return { transactionId, eventId: settlements.at(-1)?.eventId ?? eventId };
}

const namesOf = ({ urls }: ResendRig) => ({ ...TABLES, deliveriesUrl: urls.deliveries });

/** The sweep as its handler wires it, save the bank, which these tests do not reach. */
export function sweeping(rig: ResendRig, changes: Partial<Parameters<typeof handOver>[0]> = {}) {
  const clock = () => rig.time.nowMs;
  const { logger, lines } = keepingLogger();
  const { transactions, read } = paymentsIn(rig.dynamo);
  const stalled = handOverOn({ ...rig, clock, logger }, namesOf(rig));
  const handing = handOver({ ...stalled, ...changes });
  const never = async () => Promise.reject(new Error('no bank here'));
  const run = sweep({
    transactions,
    clock,
    logger,
    handOver: handing,
    read,
    settle: never,
    nameMovement: never,
    recordException: never,
    bankAccounts: never as never,
  });
  const runTests = sweepTestEvents({ ...stalled, due: transactions.due, handOver: handing });
  return {
    lines,
    at: async (afterMs: number) => {
      rig.time.nowMs = SETTLED_AT + afterMs;
      await Promise.all([run(rig.time.nowMs + MINUTE_MS), runTests(rig.time.nowMs + MINUTE_MS)]);
    },
  };
}

/** Resending as the operator's command wires it; the merchant's webhooks are on by default. */
export function resending(rig: ResendRig, changes: Partial<Parameters<typeof resend>[0]> = {}) {
  const { logger, lines } = keepingLogger();
  const run = resend({
    ...resendOn({ ...rig, clock: () => rig.time.nowMs, logger }, namesOf(rig)),
    endpointState: async () => ({ hasEndpoint: true, isEnabled: true }),
    ...changes,
  });
  return { run, lines };
}

export const finding = (rig: ResendRig) => webhooksIn(rig.dynamo).findDeliveries;

/** Names of the indexes that an item of this id is in. */
export async function indexesOf(rig: ResendRig, transactionId: string, merchantId: string): Promise<string[]> {
  const found: string[] = [];
  for (const [IndexName, { partitionKey }] of Object.entries(TRANSACTION_INDEXES)) {
    const shards = Array.from({ length: SHARDS + 1 }, (_, shard) => shard);
    for (const value of partitionKey === 'shard' ? shards : [merchantId]) {
      const { Items = [] } = await rig.dynamo.send(
        new QueryCommand({
          TableName: TABLES.transactions,
          IndexName,
          KeyConditionExpression: '#key = :value',
          ExpressionAttributeNames: { '#key': partitionKey },
          ExpressionAttributeValues: toAttributes({ ':value': value }),
        }),
      );
      if (Items.some((item) => item.transactionId?.S === transactionId)) found.push(IndexName);
    }
  }
  return found;
}
