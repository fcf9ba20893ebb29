import type { BankAccount } from '../../../functions/banking/account.ts';
import type { HttpCall } from '../../../functions/banking/http-call.ts';
import { callbackUrl } from '../../../functions/banking/ifthenpay/callback-url.ts';
import { type IfthenpayCredentials, ifthenpayCredentials } from '../../../functions/banking/ifthenpay/gateway.ts';
import { BASE_PATHS } from '../../../functions/simulator/routes.ts';
import { type Activation, activateCallback, CALLBACK_METHODS, type CallbackMethod } from './activation.ts';

export type RegisteredAccount = Pick<BankAccount, 'name' | 'provider' | 'baseUrl' | 'secretId'>;

export interface RegisterOptions {
  /** The merchants' base URL, below which the service is also notified: `…/api/v1`. */
  baseUrl: string;
  readSecret: (secretId: string) => Promise<string>;
  call: HttpCall;
}

export type Registered = Activation & { account: string; method: CallbackMethod };

/** The callback URL of an account. */
export function callbackUrlOf({ name }: Pick<BankAccount, 'name'>, baseUrl: string): string {
  return callbackUrl(new URL('bank', baseUrl).href, name);
}

/**
 * Registers the callback URL of an account of ifthenpay for both methods, with the keys of its secret. A repeat
 * replaces the registration by the same one. Throws when the secret is incomplete; the error names fields, never a
 * value.
 */
export async function registerCallbacks(
  account: RegisteredAccount,
  { baseUrl, readSecret, call }: RegisterOptions,
): Promise<Registered[]> {
  const credentials = credentialsOf(account, await readSecret(account.secretId));
  const url = callbackUrlOf(account, baseUrl);
  return Promise.all(
    CALLBACK_METHODS.map(async (method) => ({
      account: account.name,
      method,
      ...(await activateCallback(call, { baseUrl: account.baseUrl, credentials, method, url })),
    })),
  );
}

/** Whether an account's bank is the simulated one of its stage. */
export function isSimulated({ provider, baseUrl }: Pick<BankAccount, 'provider' | 'baseUrl'>): boolean {
  return new URL(baseUrl).pathname === `/simulator${BASE_PATHS[provider]}`;
}

/** Whether the address of an account is registered by a call. At SIBS a person enters it in the back office. */
export function isRegisteredByCall({ provider }: Pick<BankAccount, 'provider'>): boolean {
  return provider === 'ifthenpay';
}

function credentialsOf({ secretId }: RegisteredAccount, secret: string): IfthenpayCredentials {
  const parsed = ifthenpayCredentials.safeParse(jsonOrNull(secret));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'it is not JSON');
  throw new Error(`secret ${secretId}: fill in or correct ${fields.join(', ')} (docs/deploying.md)`);
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
