import type * as z from 'zod/mini';

/** A cursor that no page of this list has given. */
export class MalformedCursor extends Error {
  constructor() {
    super('the cursor is not one of this list');
    this.name = 'MalformedCursor';
  }
}

/** A place in a list as text that may travel in a URL. It holds keys only, and is checked on its way back. */
export function toCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Throws `MalformedCursor` on text that is not a place of this form. */
export function fromCursor<Schema extends z.ZodMiniType>(schema: Schema, cursor: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new MalformedCursor();
  }
}
