import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Attributes = Record<string, AttributeValue>;

/** What an item of ours may hold. `undefined` members of an object are dropped. */
export type Attribute =
  | string
  | number
  | boolean
  | null
  | readonly Attribute[]
  | { readonly [name: string]: Attribute | undefined };

/**
 * An item in DynamoDB's own form. Throws on a number that is not a safe integer: money is in cents and times in
 * milliseconds. For that guard these are our own lines, and not for speed: `@aws-sdk/util-dynamodb` takes fractions, and
 * with it a cold start costs 2 million instructions more, half a per cent.
 */
export function toAttributes(item: { readonly [name: string]: Attribute | undefined }): Attributes {
  // Object.fromEntries, so that no name has a meaning of its own (`__proto__`).
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
 * The plain object of an item, or of a stream record's image (which has the same form). The caller parses it by its schema.
 * Throws on a type that no table of ours uses.
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
