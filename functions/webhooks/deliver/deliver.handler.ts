import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSHandler } from 'aws-lambda';
import * as z from 'zod/mini';
import { keyringFrom } from '../../merchants/keys/keyring.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { logger } from '../../runtime/logger.ts';
import { readSecret } from '../../runtime/secrets.ts';
import { sqs } from '../../runtime/sqs.ts';
import { deliverOn, senderOn } from '../wiring.ts';
import { deliver } from './deliver.ts';

const environment = parseEnvironment({
  TRANSACTIONS_TABLE: z.string(),
  MERCHANTS_TABLE: z.string(),
  RETRIES_QUEUE_URL: z.url(),
  KEYRING_SECRET_ID: z.string(),
  /** Set by the host of one machine only: merchants' receivers then run beside the service. */
  PERMIT_LOOPBACK_WEBHOOKS: z.optional(z.enum(['true', 'false'])),
});
const { TRANSACTIONS_TABLE: transactions, MERCHANTS_TABLE: merchants, RETRIES_QUEUE_URL: retriesUrl } = environment;

const keyring = keyringFrom(readSecret, environment.KEYRING_SECRET_ID, clock);
const send = senderOn({ clock }, { permitLoopback: environment.PERMIT_LOOPBACK_WEBHOOKS === 'true' });
const dependencies = deliverOn(
  { dynamo, sqs, keyring, send, clock, sleep, logger },
  { transactions, merchants, retriesUrl },
);

export const handler: SQSHandler = (event) => deliver(event, retriesUrl, dependencies);
