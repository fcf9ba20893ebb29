import * as z from 'zod';
import type { Clock } from '../runtime/clock.ts';
import { jsonVariable } from '../runtime/environment.ts';
import { namedSecrets, type ReadSecret } from './settings.ts';

/** The providers that are simulated. */
export const PROVIDERS = ['sibs', 'ifthenpay'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The environment variable `BANK_ACCOUNTS`: the accounts of the simulated bank by name, secret and provider. */
export const bankAccountsVariable = jsonVariable(
  z.array(z.object({ name: z.string(), secretId: z.string(), provider: z.enum(PROVIDERS).default('sibs') })),
);
export type AccountSources = Pick<z.infer<typeof bankAccountsVariable>[number], 'name' | 'secretId'>[];

const credentials = z.object({
  clientId: z.string().min(1),
  token: z.string().min(1),
  terminalId: z.coerce.number().int().positive(),
  entity: z.string().regex(/^\d{5}$/),
  /** Base64 of 32 bytes, with or without padding; a generated secret has none. */
  notificationKey: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=?$/)
    .transform((text) => Buffer.from(text, 'base64')),
});

/** A customer of the simulated SIBS: a merchant's terminal with its credentials. */
export interface Account extends z.infer<typeof credentials> {
  name: string;
}

export type Accounts = () => Promise<Account[]>;

/** The accounts with their secrets, read on first use and cached for a minute. */
export function accountsFrom(sources: AccountSources, readSecret: ReadSecret, clock: Clock): Accounts {
  return namedSecrets(credentials, sources, readSecret, clock);
}
