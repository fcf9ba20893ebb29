import * as z from 'zod/mini';
import { keyringFrom } from '../merchants/keys/keyring.ts';
import { systemClock as clock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { readSecret } from '../runtime/secrets.ts';
import { dashboardFunction } from './endpoint.ts';
import { secretsRoutes } from './secrets.ts';
import { callersOn } from './wiring.ts';

const environment = parseEnvironment({
  MERCHANTS_TABLE: z.string(),
  KEYRING_SECRET_ID: z.string(),
  DEFAULT_BANK_ACCOUNT: z.string(),
});
const names = { merchants: environment.MERCHANTS_TABLE };
const keyring = keyringFrom(readSecret, environment.KEYRING_SECRET_ID, clock);

export const handler = dashboardFunction(
  callersOn({ dynamo }, names),
  secretsRoutes({ dynamo, keyring, clock }, names, { bankAccount: environment.DEFAULT_BANK_ACCOUNT }),
);
