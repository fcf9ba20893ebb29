import * as z from 'zod/mini';
import { paymentApi } from '../../http/endpoint.ts';
import { jsonBody } from '../../http/json-body.ts';
import { keyringFrom } from '../../merchants/keys/keyring.ts';
import { systemClock } from '../../runtime/clock.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { readSecret } from '../../runtime/secrets.ts';
import { bankingEnvironment } from '../banking-environment.ts';
import { pollQueue } from '../settle/poll-queue.sqs.ts';
import { startsOn } from '../wiring.ts';
import { mbway, mbwayAnswer, mbwayInput } from './mbway.ts';
import { phoneHashFrom } from './phone.ts';

const { KEYRING_SECRET_ID, POLLS_QUEUE_URL } = parseEnvironment({
  KEYRING_SECRET_ID: z.string(),
  /** Only in a stage with a provider whose live pushes are polled. */
  POLLS_QUEUE_URL: z.optional(z.string()),
});
const phoneHash = phoneHashFrom(keyringFrom(readSecret, KEYRING_SECRET_ID, systemClock));
const polls = POLLS_QUEUE_URL === undefined ? {} : { sendPoll: pollQueue(POLLS_QUEUE_URL) };
const run = mbway({ ...startsOn(...bankingEnvironment()), phoneHash, ...polls });

/** `POST /payments/mbway` (§4.2). */
export const handler = paymentApi({ input: mbwayInput, read: jsonBody, answer: mbwayAnswer, run });
