import type * as z from 'zod/mini';
import type { Clock } from '../runtime/clock.ts';
import type { BankAccount } from './account.ts';
import type { Bank } from './bank.ts';
import type { HttpCall } from './http-call.ts';

/** What an adapter is opened with. */
export interface ProviderOptions<Credentials> {
  account: Pick<BankAccount, 'baseUrl' | 'acknowledgementCode'>;
  credentials: Credentials;
  clock: Clock;
  call: HttpCall;
}

/** Opens a bank with the content of its secret, or returns the missing or malformed fields of the secret. */
export interface Provider {
  open(
    secret: unknown,
    options: Omit<ProviderOptions<unknown>, 'credentials'>,
  ): { kind: 'opened'; bank: Bank } | { kind: 'malformed'; fields: string[] };
}

/** Builds a provider from the schema of its credentials and its adapter. */
export function providerOf<Schema extends z.ZodMiniType>(
  credentials: Schema,
  adapter: (options: ProviderOptions<z.infer<Schema>>) => Bank,
): Provider {
  return {
    open(secret, options) {
      const parsed = credentials.safeParse(secret);
      if (parsed.success) return { kind: 'opened', bank: adapter({ ...options, credentials: parsed.data }) };
      const fields = parsed.error.issues.map(({ path }) => String(path[0] ?? 'the complete secret'));
      return { kind: 'malformed', fields: [...new Set(fields)] };
    },
  };
}
