import * as z from 'zod/mini';
import type { Reading } from '../runtime/reading.ts';

/**
 * A schema for one field from a plain reader. A message is the field's name and the problem: `amount must be greater
 * than zero`. It never quotes the value, which may be a secret or a phone number sent in the wrong field.
 */
export function field<Value>(name: string, read: (value: unknown) => Reading<Value>) {
  return z.pipe(
    z.unknown(),
    z.transform((value, context): Value => {
      if (value === undefined) {
        context.issues.push({ code: 'custom', message: `${name} is required`, input: undefined });
        return z.NEVER;
      }
      const reading = read(value);
      if (reading.ok) return reading.value;
      context.issues.push({ code: 'custom', message: `${name} ${reading.problem}`, input: undefined });
      return z.NEVER;
    }),
  );
}
