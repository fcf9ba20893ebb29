import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** An item or a key in DynamoDB's form. */
export type Attributes = Record<string, AttributeValue>;

/** A value that our items may hold. `undefined` members of an object are dropped. */
export type Attribute =
  | string
  | number
  | boolean
  | null
  | readonly Attribute[]
  | { readonly [name: string]: Attribute | undefined };

/**
 * An item in DynamoDB's form. Throws on a number that is not a safe integer: money is in cents, times in milliseconds.
 * `@aws-sdk/util-dynamodb` lacks that guard.
 */
export function toAttributes(item: { readonly [name: string]: Attribute | undefined }): Attributes {
  // Object.fromEntries gives no name a special meaning (`__proto__`).
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => (value === undefined ? [] : [[name, toAttribute(value)]])),
  );
}

export function toAttribute(value: Attribute): AttributeValue {
  if (value === null) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'boolean') return { BOOL: value };
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new Error('attributes: a number must be a safe integer');
    return { N: String(value) };
  }
  if (isList(value)) return { L: value.map(toAttribute) };
  return { M: toAttributes(value) };
}

// Array.isArray does not narrow a read-only array.
function isList(value: object): value is readonly Attribute[] {
  return Array.isArray(value);
}

/**
 * The plain object of an item or of a stream record's image. The caller parses it by its schema. Throws on a type
 * that our tables do not use.
 */
export function fromAttributes(attributes: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, fromAttribute(value)]));
}

function fromAttribute(attribute: AttributeValue): unknown {
  if (attribute.S !== undefined) return attribute.S;
  if (attribute.N !== undefined) return Number(attribute.N);
  if (attribute.BOOL !== undefined) return attribute.BOOL;
  if (attribute.NULL !== undefined) return null;
  if (attribute.L !== undefined) return attribute.L.map(fromAttribute);
  if (attribute.M !== undefined) return fromAttributes(attribute.M);
  throw new Error(`attributes: unsupported type ${Object.keys(attribute).join(', ')}`);
}
