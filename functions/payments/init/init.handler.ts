import * as z from 'zod/mini';
import { paymentApi } from '../../http/endpoint.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { initOn } from '../wiring.ts';
import { bodyWithKey } from './idempotency-key.ts';
import { init, initAnswer, initInput } from './init.ts';

const { TRANSACTIONS_TABLE: transactions } = parseEnvironment({ TRANSACTIONS_TABLE: z.string() });

/** `POST /payments/init` (§4.1). */
export const handler = paymentApi({
  input: initInput,
  read: bodyWithKey,
  answer: initAnswer,
  run: init(initOn({ dynamo, clock }, { transactions })),
});
