import * as z from 'zod/mini';
import { keyringFrom } from '../../merchants/keys/keyring.ts';
import { systemClock } from '../../runtime/clock.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { readSecret } from '../../runtime/secrets.ts';

const { KEYRING_SECRET_ID } = parseEnvironment({ KEYRING_SECRET_ID: z.string() });

/** For the few functions that open or seal a secret; apart, so that no other holds the client that reads it. */
export const keyring = keyringFrom(readSecret, KEYRING_SECRET_ID, systemClock);
