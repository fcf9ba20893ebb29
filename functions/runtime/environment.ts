import * as z from 'zod/mini';

/** Parses a function's environment by its schema, once, at start. Throws the names of bad variables, never a value. */
export function parseEnvironment<Shape extends z.core.$ZodShape>(shape: Shape): z.infer<z.ZodMiniObject<Shape>> {
  const parsed = z.object(shape).safeParse(process.env);
  if (parsed.success) return parsed.data;
  const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
  throw new Error(`environment: missing or malformed: ${names.join(', ')}`);
}

/** A variable that holds JSON, parsed by `schema`. */
export function jsonVariable<Schema extends z.ZodMiniType>(schema: Schema) {
  const parsed = z.transform((text: string, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.issues.push({ code: 'custom', message: 'not JSON', input: text });
      return z.NEVER;
    }
  });
  return z.pipe(z.pipe(z.string(), parsed), schema);
}
