import * as z from 'zod/mini';
import { paymentApi } from '../../http/endpoint.ts';
import { jsonBody } from '../../http/json-body.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { logger } from '../../runtime/logger.ts';
import { sqs } from '../../runtime/sqs.ts';
import { resendOn } from '../../webhooks/wiring.ts';
import { resendAnswer, resendEvents, resendInput } from './resend.ts';

const {
  TRANSACTIONS_TABLE: transactions,
  MERCHANTS_TABLE: merchants,
  DELIVERIES_QUEUE_URL: deliveriesUrl,
} = parseEnvironment({ TRANSACTIONS_TABLE: z.string(), MERCHANTS_TABLE: z.string(), DELIVERIES_QUEUE_URL: z.url() });

/** `POST /events/resend` (decision 0050). */
export const handler = paymentApi({
  input: resendInput,
  read: jsonBody,
  answer: resendAnswer,
  run: resendEvents(resendOn({ dynamo, sqs, clock, logger }, { transactions, merchants, deliveriesUrl })),
});
