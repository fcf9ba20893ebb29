import * as z from 'zod/mini';
import { paymentApi } from '../http/endpoint.ts';
import { jsonBody } from '../http/json-body.ts';
import { keyringIn } from '../merchants/keyring.ts';
import { systemClock } from '../runtime/clock.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { readSecret } from '../runtime/secrets.ts';
import { bankingDependencies } from './banking-dependencies.ts';
import { mbway, mbwayAnswer, mbwayInput } from './mbway.ts';
import { phoneHashWith } from './phone-hash.ts';

const { KEYRING_SECRET_ID } = parseEnvironment({ KEYRING_SECRET_ID: z.string() });
const phoneHash = phoneHashWith(keyringIn(readSecret, KEYRING_SECRET_ID, systemClock));
const run = mbway({ ...bankingDependencies(), phoneHash });

/** `POST /payments/mbway` (§4.2). */
export const handler = paymentApi({ input: mbwayInput, take: jsonBody, answer: mbwayAnswer, run });
