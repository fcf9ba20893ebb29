import * as z from 'zod';
import { cached } from '../runtime/cached.ts';
import type { Clock } from '../runtime/clock.ts';
import { MINUTE_MS } from '../runtime/durations.ts';

export type ReadSecret = (secretId: string) => Promise<string>;

/** Settings and credentials are cached this long, so that a change needs no deployment. */
export const SECRETS_CACHED_MS = MINUTE_MS;

/** Reads a secret that holds JSON. Its error names fields only: a JSON error would quote the text. */
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

/** The secrets of one schema, each with its name; read on first use and cached for a minute. */
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

/** The bank's settings for the merchant: notifications go to `{notificationBaseUrl}/{account}/notifications`. */
export type Settings = z.infer<typeof settings>;

/**
 * Reads the settings from their secret at run time: a reference to the service's address would make a cycle between
 * the two stacks.
 */
export function settingsFrom(secretId: string, readSecret: ReadSecret, clock: Clock): () => Promise<Settings> {
  const read = cached(() => readSecretJson(settings, secretId, readSecret), clock);
  return () => read(SECRETS_CACHED_MS);
}
