import * as z from 'zod/mini';
import { paymentApi } from '../../http/endpoint.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { transactionsTable } from '../transactions.table.ts';
import { status, statusAnswer, statusInput, takeStatusQuery } from './status.ts';

const { TRANSACTIONS_TABLE } = parseEnvironment({ TRANSACTIONS_TABLE: z.string() });
const transactions = transactionsTable(dynamo, TRANSACTIONS_TABLE);

/** `GET /payments/status` (§4.4). */
export const handler = paymentApi({
  input: statusInput,
  take: takeStatusQuery,
  answer: statusAnswer,
  run: status({ transactions }),
});
