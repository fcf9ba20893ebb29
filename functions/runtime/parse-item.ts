import type * as z from 'zod/mini';
import { type Attributes, fromAttributes } from './attributes.ts';

/** An item that does not match its schema. The message names its key and the attributes, never a value. */
export class UnreadableItem extends Error {}

/** Attributes that a message names at most. */
const MAX_NAMED = 5;

/** Parses an item of the `transactions` table by its schema. Throws `UnreadableItem`. */
export function parseItem<Schema extends z.ZodMiniType>(schema: Schema, attributes: Attributes): z.output<Schema> {
  const unreadable = (what: string) => {
    const { transactionId, item } = attributes;
    const name = `item ${item?.S ?? '(no sort key)'} of ${transactionId?.S ?? '(no id)'}`;
    return new UnreadableItem(`${name} does not match its schema: ${what}`);
  };
  let fields: object;
  try {
    fields = fromAttributes(attributes);
  } catch (error) {
    throw unreadable((error as Error).message);
  }
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path }) => path.join('.') || 'the item itself');
  throw unreadable([...new Set(names)].slice(0, MAX_NAMED).join(', '));
}

/** Calls `read`. On an `UnreadableItem` it calls `onUnreadable` and returns undefined; it rethrows any other error. */
export async function unlessUnreadable<Found>(
  read: () => Promise<Found>,
  onUnreadable: () => unknown,
): Promise<Found | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error;
    onUnreadable();
    return undefined;
  }
}
