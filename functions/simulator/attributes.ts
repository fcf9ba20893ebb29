import type { AttributeValue } from '@aws-sdk/client-dynamodb';

type Plain = string | number | boolean | readonly string[];
export type Fields = Record<string, Plain | undefined>;
export type Attributes = Record<string, AttributeValue>;

/** Strings, whole numbers, booleans and lists of strings as DynamoDB attributes; undefined fields are left out. */
export function toAttributes(fields: Fields): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) attributes[name] = toAttribute(value);
  }
  return attributes;
}

function toAttribute(value: Plain): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  return { L: value.map((text) => ({ S: text })) };
}

/** The reverse of `toAttributes`, for a zod schema to parse. */
export function fromAttributes(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, fromAttribute(value)]));
}

function fromAttribute(value: AttributeValue): unknown {
  if (value.N !== undefined) return Number(value.N);
  if (value.L !== undefined) return value.L.map(fromAttribute);
  return value.S ?? value.BOOL;
}

export interface SetExpression {
  UpdateExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Attributes;
}

/** `SET` of every given field, as the parameters of an update; the caller adds its condition's own values. */
export function setExpression(fields: Fields): SetExpression {
  const attributes = toAttributes(fields);
  const names = Object.keys(attributes);
  return {
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      names.map((name) => [`:${name}`, attributes[name] as AttributeValue]),
    ),
  };
}
