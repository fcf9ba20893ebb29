import type * as z from 'zod';

export type ReadSecret = (secretId: string) => Promise<string>;

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
