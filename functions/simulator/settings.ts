import * as z from 'zod';
import type { Clock } from '../runtime/clock.ts';
import { remembered } from './remembered.ts';
import { type ReadSecret, readSecretJson } from './secret-json.ts';

const settings = z.object({ notificationBaseUrl: z.url().transform((text) => text.replace(/\/$/, '')) });

/** What the bank's back office knows of the merchant's side: notifications go to `{notificationBaseUrl}/{account}/notifications`. */
export type Settings = z.infer<typeof settings>;

/**
 * Reads the settings from their secret at run time: the address belongs to the stack that itself needs the simulator's
 * address, and would be a cycle in the templates.
 */
export function settingsFrom(secretId: string, readSecret: ReadSecret, clock: Clock): () => Promise<Settings> {
  return remembered(() => readSecretJson(settings, secretId, readSecret), clock);
}
