import * as z from 'zod/mini';
import { paymentApi } from '../../http/endpoint.ts';
import { jsonBody } from '../../http/json-body.ts';
import { systemClock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { transactionsTable } from '../transactions.table.ts';
import { init, initAnswer, initInput } from './init.ts';

const { TRANSACTIONS_TABLE } = parseEnvironment({ TRANSACTIONS_TABLE: z.string() });
const transactions = transactionsTable(dynamo, TRANSACTIONS_TABLE);

/** `POST /payments/init` (§4.1). */
export const handler = paymentApi({
  input: initInput,
  take: jsonBody,
  answer: initAnswer,
  run: init({ transactions, clock: systemClock }),
});
