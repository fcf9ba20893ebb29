import * as z from 'zod/mini';
import { paymentApi } from '../../http/endpoint.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { statusOn } from '../wiring.ts';
import { status, statusAnswer, statusInput, statusQuery } from './status.ts';

const { TRANSACTIONS_TABLE: transactions } = parseEnvironment({ TRANSACTIONS_TABLE: z.string() });

/** `GET /payments/status` (§4.4). */
export const handler = paymentApi({
  input: statusInput,
  read: statusQuery,
  answer: statusAnswer,
  run: status(statusOn({ dynamo }, { transactions })),
});
