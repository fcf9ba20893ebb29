import type * as z from 'zod/mini';
import { type Attributes, fromAttributes } from './attributes.ts';

/** An item that does not match its schema. The message names its key and the attributes, never a value. */
export class UnreadableItem extends Error {}

/** Attributes that a message names at most. */
const MAX_NAMED = 5;

/** Parses an item of the `transactions` table by its schema. Throws `UnreadableItem`. */
export function parseItem<Schema extends z.ZodMiniType>(schema: Schema, attributes: Attributes): z.output<Schema> {
  let fields: object;
  try {
    fields = fromAttributes(attributes);
  } catch (error) {
    throw unreadable(attributes, (error as Error).message);
  }
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path }) => path.join('.') || 'the item itself');
  throw unreadable(attributes, [...new Set(names)].slice(0, MAX_NAMED).join(', '));
}

/** One text of an item. For lists of 100,000 entries: a schema takes three times as long. Throws `UnreadableItem`. */
export function textIn(attributes: Attributes, name: string): string {
  const text = attributes[name]?.S;
  if (text === undefined) throw unreadable(attributes, name);
  return text;
}

/** One integer of an item. Throws `UnreadableItem`. */
export function integerIn(attributes: Attributes, name: string): number {
  const integer = integerOrNullIn(attributes, name);
  if (integer === null) throw unreadable(attributes, name);
  return integer;
}

/** The same, null where there is none. Throws `UnreadableItem`. */
export function integerOrNullIn(attributes: Attributes, name: string): number | null {
  const { N: digits, NULL: isNull } = attributes[name] ?? { NULL: true };
  if (isNull) return null;
  const integer = Number(digits);
  if (!Number.isSafeInteger(integer)) throw unreadable(attributes, name);
  return integer;
}

/** One of the known texts, null where there is none. Throws `UnreadableItem`. */
export function knownIn<Known extends string>(
  attributes: Attributes,
  name: string,
  known: readonly Known[],
): Known | null {
  const { S: text, NULL: isNull } = attributes[name] ?? { NULL: true };
  if (isNull) return null;
  const found = known.find((each) => each === text);
  if (found === undefined) throw unreadable(attributes, name);
  return found;
}

function unreadable({ transactionId, item }: Attributes, what: string): UnreadableItem {
  const name = `item ${item?.S ?? '(no sort key)'} of ${transactionId?.S ?? '(no id)'}`;
  return new UnreadableItem(`${name} does not match its schema: ${what}`);
}
