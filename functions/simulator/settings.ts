import * as z from 'zod';
import { cached } from '../runtime/cached.ts';
import type { Clock } from '../runtime/clock.ts';

export type ReadSecret = (secretId: string) => Promise<string>;

/** Settings and credentials are read again after this time, so that a change needs no deployment. */
export const SECRETS_CACHED_MS = 60_000;

/** Reads a secret that holds JSON. What is wrong with it is told without any of its text, which a JSON error would quote. */
export async function readSecretJson<Schema extends z.ZodType>(
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

/** The named secrets by one schema, each with its name; read when first needed and again after a minute. */
export function namedSecrets<Schema extends z.ZodObject>(
  schema: Schema,
  sources: readonly { name: string; secretId: string }[],
  readSecret: ReadSecret,
  clock: Clock,
): () => Promise<(z.infer<Schema> & { name: string })[]> {
  const read = cached(
    () =>
      Promise.all(
        sources.map(async ({ name, secretId }) => ({ name, ...(await readSecretJson(schema, secretId, readSecret)) })),
      ),
    clock,
  );
  return () => read(SECRETS_CACHED_MS);
}

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
