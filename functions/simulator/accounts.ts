import * as z from 'zod';
import { cached } from '../runtime/cached.ts';
import type { Clock } from '../runtime/clock.ts';
import { MINUTE_MS } from '../runtime/durations.ts';
import { jsonVariable } from '../runtime/environment.ts';

/** The providers that are simulated. */
const PROVIDERS = ['sibs', 'ifthenpay'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The environment variable `BANK_ACCOUNTS`: the accounts of the simulated bank by name, secret and provider. */
export const bankAccountsVariable = jsonVariable(
  z.array(z.object({ name: z.string(), secretId: z.string(), provider: z.enum(PROVIDERS) })),
);
type AccountSources = z.infer<typeof bankAccountsVariable>;

const credentials = {
  /** A merchant's terminal at SIBS. */
  sibs: z.object({
    clientId: z.string().min(1),
    token: z.string().min(1),
    terminalId: z.coerce.number().int().positive(),
    entity: z.string().regex(/^\d{5}$/),
    /** Base64 of 32 bytes, with or without padding; a generated secret has none. */
    notificationKey: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=?$/)
      .transform((text) => Buffer.from(text, 'base64')),
  }),
  /** A contract with ifthenpay. */
  ifthenpay: z.object({
    mbWayKey: z.string().min(1),
    mbKey: z.string().min(1),
    backofficeKey: z.string().min(1),
  }),
} as const satisfies Record<Provider, z.ZodObject>;

type AccountOf<Of extends Provider> = z.infer<(typeof credentials)[Of]> & { name: string };
export type SibsAccount = AccountOf<'sibs'>;
export type IfthenpayAccount = AccountOf<'ifthenpay'>;

export interface Accounts {
  sibs: () => Promise<SibsAccount[]>;
  ifthenpay: () => Promise<IfthenpayAccount[]>;
  /** Of a named account. */
  providerOf: (account: string) => Provider;
}

type ReadSecret = (secretId: string) => Promise<string>;

/** Settings and credentials are cached this long, so that a change needs no deployment. */
const CACHED_MS = MINUTE_MS;

/** The accounts with their secrets. */
export function accountsFrom(sources: AccountSources, readSecret: ReadSecret, clock: Clock): Accounts {
  const accountsOf = <Of extends Provider>(wanted: Of): (() => Promise<AccountOf<Of>[]>) => {
    const named = sources.filter(({ provider }) => provider === wanted);
    const read = async ({ name, secretId }: AccountSources[number]) => {
      const schema: z.ZodObject = credentials[wanted];
      return { ...(await readJson(schema, secretId, readSecret)), name } as AccountOf<Of>;
    };
    const load = cached(() => Promise.all(named.map(read)), clock);
    return () => load(CACHED_MS);
  };
  return {
    sibs: accountsOf('sibs'),
    ifthenpay: accountsOf('ifthenpay'),
    providerOf: (account) => {
      const found = sources.find(({ name }) => name === account);
      if (!found) throw new Error(`no bank account ${account}`);
      return found.provider;
    },
  };
}

const settings = z.object({ notificationBaseUrl: z.url().transform((text) => text.replace(/\/$/, '')) });

/** SIBS's setting for the merchant: notifications go to `{notificationBaseUrl}/{account}/notifications`. */
export type Settings = z.infer<typeof settings>;

/**
 * Reads the settings from their secret at run time: a reference to the service's address would make a cycle between
 * the two stacks.
 */
export function settingsFrom(secretId: string, readSecret: ReadSecret, clock: Clock): () => Promise<Settings> {
  const load = cached(() => readJson(settings, secretId, readSecret), clock);
  return () => load(CACHED_MS);
}

/** Reads a secret that holds JSON. Its error names fields only: a JSON error would quote the text. */
async function readJson<Schema extends z.ZodType>(
  schema: Schema,
  secretId: string,
  readSecret: ReadSecret,
): Promise<z.infer<Schema>> {
  const parsed = schema.safeParse(parseOrNull(await readSecret(secretId)));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'JSON');
  throw new Error(`secret ${secretId}: missing or malformed: ${[...new Set(fields)].join(', ')}`);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
