import * as z from 'zod';
import { cached } from '../runtime/cached.ts';
import type { Clock } from '../runtime/clock.ts';
import { type ReadSecret, readSecretJson, SECRETS_CACHED_MS } from './secret-json.ts';

const settings = z.object({ notificationBaseUrl: z.url().transform((text) => text.replace(/\/$/, '')) });

/** What the bank's back office knows of the merchant's side: notifications go to `{notificationBaseUrl}/{account}/notifications`. */
export type Settings = z.infer<typeof settings>;

/**
 * Reads the settings from their secret at run time: the address belongs to the stack that itself needs the simulator's
 * address, and would be a cycle in the templates.
 */
export function settingsFrom(secretId: string, readSecret: ReadSecret, clock: Clock): () => Promise<Settings> {
  const read = cached(() => readSecretJson(settings, secretId, readSecret), clock);
  return () => read(SECRETS_CACHED_MS);
}
