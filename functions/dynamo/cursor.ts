import type * as z from 'zod/mini';

/** A cursor that does not come from a page of this list. */
export class MalformedCursor extends Error {
  constructor() {
    super('the cursor is not one of this list');
    this.name = 'MalformedCursor';
  }
}

/** A position in a list as text for a URL. It holds keys only; `fromCursor` validates it. */
export function toCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Reads a cursor by the schema of its position; without one a list begins. Throws `MalformedCursor`. */
export function fromCursor<Schema extends z.ZodMiniType>(
  schema: Schema,
  cursor: string | undefined,
): z.infer<Schema> | undefined {
  if (cursor === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new MalformedCursor();
  }
}
