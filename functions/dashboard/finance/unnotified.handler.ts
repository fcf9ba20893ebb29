import * as z from 'zod/mini';
import { wasNotifiedIn } from '../../finance/unnotified/notified.table.ts';
import { findWaiting } from '../../finance/unnotified/waiting-events.ts';
import { transactionsTable } from '../../payments/transactions.table.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { sqs } from '../../runtime/sqs.ts';
import { deadLettersIn } from '../../webhooks/delivery-queue.sqs.ts';
import { findDeliveries } from '../../webhooks/resend/find-deliveries.table.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { readTransactionsIn } from '../transactions/transactions-read.table.ts';
import { financeInput } from './finance-input.ts';
import { unnotifiedReport } from './unnotified.ts';

const queues = parseEnvironment({
  DELIVERIES_DEAD_LETTERS_QUEUE_URL: z.url(),
  RETRIES_DEAD_LETTERS_QUEUE_URL: z.url(),
  UNRELAYED_RECORDS_QUEUE_URL: z.url(),
});
const tableName = transactionsTableName();
const wasNotified = wasNotifiedIn(dynamo, tableName);
const readMany = readTransactionsIn(dynamo, tableName);

export const handler = dashboardEndpoint('POST /finance/unnotified', {
  callers,
  input: financeInput,
  run: unnotifiedReport({
    find: findDeliveries(dynamo, tableName),
    wasNotified,
    findWaiting: findWaiting(transactionsTable(dynamo, tableName), readMany, wasNotified),
    deadLetters: deadLettersIn(sqs, Object.values(queues)),
    clock,
  }),
});
