import * as z from 'zod/mini';
import { LONGEST_ORDER_ID } from '../../../functions/runtime/longest-texts.ts';

export type Json = Record<string, unknown>;

export const NO_CONTROL_CHARACTERS = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
const time = (description: string) => ({ format: 'date-time', maxLength: 24, description });
const digits = (count: number) => ({ pattern: `^\\d{${count}}$`, maxLength: count });
const orderId = { minLength: 1, maxLength: LONGEST_ORDER_ID, pattern: NO_CONTROL_CHARACTERS };

/** JSON Schema of the fields whose rules are functions, and the limits and descriptions of the others. */
export const REQUEST_FIELDS: Record<string, Json> = {
  orderId: {
    type: 'string',
    ...orderId,
    description: 'Your order. Returned unchanged as `externalOrderId`; it need not be unique.',
  },
  amount: {
    ...{ type: 'number', minimum: 0.01, maximum: 99_999.99 },
    description: 'EUR, at most two decimals: an amount with a part of a cent is 400, never rounded.',
  },
  // No pattern: a text that cannot be an id is an unknown transaction (404), not a bad request. So is a longer one.
  transactionId: {
    ...{ type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\s\\S]+$' },
    description: 'The id that `POST /payments/init` answered. Treat it as opaque.',
  },
  phoneNumber: {
    type: 'string',
    ...digits(9),
    pattern: '^9\\d{8}$',
    description: 'A Portuguese mobile number of nine digits, without country code or spaces.',
  },
};

/** The same for answers and webhooks. */
export const ANSWER_FIELDS: Record<string, Json> = {
  transactionId: { ...idOf('tx'), maxLength: 27, description: 'Send it with the calls that follow.' },
  externalOrderId: { ...orderId, description: 'The `orderId` of `POST /payments/init`.' },
  amount: { minimum: 0.01, maximum: 99_999.99, description: 'EUR, at most two decimals.' },
  message: { pattern: NO_CONTROL_CHARACTERS, maxLength: 200, description: 'For people; it may change.' },
  status: { description: 'Nothing leaves `paid`; a late payment moves `failed` or `cancelled` to `paid`.' },
  paymentMethod: { description: 'Null until a method is started.' },
  paidAt: time('When the customer paid. Null unless paid.'),
  expiresAt: time('Set by the bank: until then the customer can pay.'),
  mb: { description: 'Present once a reference was issued.' },
  entity: digits(5),
  reference: digits(9),
  id: { ...idOf('(tx|test)'), maxLength: 29, description: 'The transaction; `test_…` in a `webhook.test`.' },
  timestamp: time('When the status changed; the same in every attempt.'),
};

function idOf(prefix: string): Json {
  return { pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{24}$` };
}

/**
 * The JSON Schema of a body. Unknown fields are ignored in a request (D4), and may be added to an answer: no schema is
 * closed.
 */
export function schemaOf(schema: z.ZodMiniType, fields: Record<string, Json>): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return withFields(json, fields);
}

/** Adds to each property what is known of a field of its name. What is null or a value keeps its rules with the value. */
function withFields(schema: Json, fields: Record<string, Json>): Json {
  if (schema.properties === undefined) return schema;
  const properties = Object.entries(schema.properties as Record<string, Json>).map(([name, property]) => {
    const [value, ...others] = (property.anyOf as Json[] | undefined) ?? [property];
    const complete = { ...withFields(value as Json, fields), ...fields[name] };
    return [name, others.length > 0 ? { ...property, anyOf: [complete, ...others] } : complete];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
