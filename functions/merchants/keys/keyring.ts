import { hkdfSync } from 'node:crypto';
import * as z from 'zod/mini';
import { cached } from '../../runtime/cached.ts';
import type { Clock } from '../../runtime/clock.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { Merchant } from '../accounts/merchant.ts';

/** The secret's form: key id → at least 32 random characters. The id that sorts last seals; every one opens. */
const keyringSecret = z.record(z.string().check(z.regex(/^k[0-9]+$/)), z.string().check(z.minLength(32)));

export interface Keyring {
  currentId: string;
  /** The first key of the ring: what is derived from it stays the same when a key is added. */
  oldestId: string;
  holds(keyId: string): boolean;
  /** 32 bytes for one purpose, derived from one key (HKDF-SHA256); undefined for an id the keyring does not hold. */
  derive(keyId: string, purpose: 'seal' | 'phone'): Buffer | undefined;
}

/** Parses the secret. Throws when it is not in its form, without quoting it. */
export function keyringOf(secretText: string): Keyring {
  const keys = new Map(Object.entries(keyringSecret.parse(jsonOf(secretText))));
  const ids = [...keys.keys()].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  const [oldestId, currentId] = [ids[0], ids.at(-1)];
  if (oldestId === undefined || currentId === undefined) throw new Error('keyring: holds no key');
  return {
    currentId,
    oldestId,
    holds: (keyId) => keys.has(keyId),
    derive: (keyId, purpose) => {
      const key = keys.get(keyId);
      return key === undefined ? undefined : Buffer.from(hkdfSync('sha256', key, '', `payment-service/${purpose}`, 32));
    },
  };
}

function jsonOf(secretText: string): unknown {
  try {
    return JSON.parse(secretText);
  } catch {
    // JSON.parse quotes what it read; none of that may reach a log.
    throw new Error('keyring: the secret is not JSON');
  }
}

export const KEYRING_READ_EVERY_MS = 5 * MINUTE_MS;

/** A read younger than this is not repeated for a missing key: that key is gone, or the value was tampered with. */
const REREAD_AFTER_MS = 1_000;

/** The sealed values of a merchant, for the keyring that is to open any of them. */
export function sealedIn({
  apiKey,
  previousApiKey,
  webhookSecret,
  previousWebhookSecret,
}: Pick<Merchant, 'apiKey' | 'previousApiKey' | 'webhookSecret' | 'previousWebhookSecret'>): string[] {
  return [apiKey, previousApiKey, webhookSecret, previousWebhookSecret].filter((value) => value !== undefined);
}

/** Reads the keyring, with the keys of these sealed values where the secret has them. */
export type ReadKeyring = (sealed?: readonly string[]) => Promise<Keyring>;

/**
 * The keyring from Secrets Manager, cached for `KEYRING_READ_EVERY_MS`, so that a new key needs no deployment. Another
 * function may read a new key first and seal with it: for a value of a missing key the secret is read again
 * immediately.
 */
export function keyringFrom(
  readSecret: (secretId: string) => Promise<string>,
  secretId: string,
  clock: Clock,
): ReadKeyring {
  const fresh = cached(async () => keyringOf(await readSecret(secretId)), clock);
  return async (sealed = []) => {
    const keyring = await fresh(KEYRING_READ_EVERY_MS);
    const isHeld = sealed.every((value) => keyring.holds(value.split('.')[0] ?? ''));
    return isHeld ? keyring : fresh(REREAD_AFTER_MS);
  };
}
