import * as z from 'zod/mini';
import type { Reading } from '../runtime/reading.ts';

/**
 * A schema for one field out of a plain reader, with the field's name before each problem: `amount must be greater than zero`.
 * The value itself is never part of the message: it may be a secret or a phone number sent in the wrong place.
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
