import * as z from 'zod/mini';
import { paymentApi } from '../../http/endpoint.ts';
import { systemClock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { transactionsTable } from '../transactions.table.ts';
import { createOnceIn } from './idempotency.table.ts';
import { bodyWithKey } from './idempotency-key.ts';
import { init, initAnswer, initInput } from './init.ts';

const { TRANSACTIONS_TABLE, IDEMPOTENCY_KEYS_TABLE } = parseEnvironment({
  TRANSACTIONS_TABLE: z.string(),
  IDEMPOTENCY_KEYS_TABLE: z.string(),
});
const transactions = transactionsTable(dynamo, TRANSACTIONS_TABLE);
const createOnce = createOnceIn(dynamo, { transactions: TRANSACTIONS_TABLE, idempotencyKeys: IDEMPOTENCY_KEYS_TABLE });

/** `POST /payments/init` (§4.1). */
export const handler = paymentApi({
  input: initInput,
  take: bodyWithKey,
  answer: initAnswer,
  run: init({ transactions, createOnce, clock: systemClock }),
});
