import * as z from 'zod/mini';
import { MAX_EVENTS } from '../../../functions/events/feed/feed-request.ts';
import { MAX_ORDER_ID_CHARACTERS } from '../../../functions/runtime/text-limits.ts';

export type Json = Record<string, unknown>;

export const NO_CONTROL_CHARACTERS = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
const time = (description: string) => ({ format: 'date-time', maxLength: 24, description });
const digits = (count: number) => ({ pattern: `^\\d{${count}}$`, maxLength: count });
const orderId = { minLength: 1, maxLength: MAX_ORDER_ID_CHARACTERS, pattern: NO_CONTROL_CHARACTERS };
/** Answers are validated by clients too, and those in JavaScript, Java and C# count a character beyond U+FFFF twice. */
const answeredOrderId = {
  ...orderId,
  maxLength: 2 * MAX_ORDER_ID_CHARACTERS,
  description:
    `The \`orderId\` of \`POST /payments/init\`: at most ${MAX_ORDER_ID_CHARACTERS} characters. The maximum is twice that, ` +
    'because many validators count a character beyond U+FFFF, such as an emoji, as two.',
};

/** JSON Schema of the fields whose rules are functions, and the limits and descriptions of the others. */
export const REQUEST_FIELDS: Record<string, Json> = {
  orderId: {
    type: 'string',
    ...orderId,
    description: 'Your order. Returned unchanged as `externalOrderId`; it need not be unique.',
  },
  amount: {
    type: 'number',
    minimum: 0.01,
    maximum: 99_999.99,
    description:
      'EUR, at most two decimals. Floating-point noise is removed: 0.30000000000000004 is 0.3. Any other third decimal ' +
      'is 400, never rounded.',
  },
  // Not as `default`: generated clients would then require it.
  currency: { default: undefined, description: '`EUR`, the only supported currency, which is also the default.' },
  // Any text, also a longer one: what cannot be an id is an unknown transaction (404), not a bad request.
  transactionId: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[\\s\\S]+$',
    description: 'The id that `POST /payments/init` returned. Treat it as opaque.',
  },
  phoneNumber: {
    type: 'string',
    pattern: '^9\\d{8}$',
    maxLength: 9,
    description: 'A Portuguese mobile number of nine digits, without country code or spaces.',
  },
};

/** The same for answers and webhooks. */
export const ANSWER_FIELDS: Record<string, Json> = {
  transactionId: { ...idOf('tx'), description: 'The id of the transaction, for the calls that follow.' },
  externalOrderId: answeredOrderId,
  amount: { minimum: 0.01, maximum: 99_999.99, description: 'EUR, at most two decimals.' },
  currency: { description: 'Always `EUR`.' },
  success: { description: 'Always true: any other answer is an error.' },
  message: { pattern: NO_CONTROL_CHARACTERS, maxLength: 200, description: 'For people; it may change.' },
  status: { description: 'Nothing leaves `paid`; a late payment moves `failed` or `cancelled` to `paid`.' },
  paymentMethod: { description: '`MBWAY` or `REFERENCE`; null until a method is started.' },
  paidAt: time('When the customer paid; null unless paid.'),
  expiresAt: time('Set by the bank: until then the customer can pay.'),
  mb: { description: 'Present once a reference was issued.' },
  entity: { ...digits(5), description: 'The customer enters it with the reference and the amount.' },
  reference: { ...digits(9), description: 'Under it the customer pays.' },
  events: {
    maxItems: MAX_EVENTS,
    description: 'In the order in which they were recorded, each once. A transaction has its newest event. Often none.',
  },
  eventId: { ...idOf('evt'), description: 'The `webhook-id` of the webhook. De-duplicate by it.' },
  delivery: { description: 'The state of the webhook. `skipped`: webhooks were off.' },
  body: {
    pattern: '^\\{.+\\}$',
    maxLength: 2_000,
    description: 'The text that the webhook sends, byte for byte: give it to the code that receives webhooks.',
  },
  next: {
    pattern: '^[\\w-]+$',
    maxLength: 200,
    description: 'Send it as `after` in the next call. Store it once the events are processed.',
  },
  more: { description: 'Whether to ask again now. Otherwise ask later, with the same `next`.' },
  completeUntil: time('Where `more` is false, you have read every event that was recorded until then.'),
  recent: {
    maxItems: MAX_EVENTS,
    description:
      'For information, where `more` is false: the first events after `completeUntil`, of which one may still be ' +
      'missing. Each follows in `events` after `next`, unless a later one replaces it.',
  },
};

/** The same for the webhooks of payments. */
export const WEBHOOK_FIELDS: Record<string, Json> = {
  ...ANSWER_FIELDS,
  id: { ...idOf('tx'), description: 'The transaction.' },
  event: { description: 'What happened; also in the header `X-Service-Event`.' },
  data: { description: 'The transaction as of the event.' },
  status: { description: 'The status that the event is about.' },
  timestamp: time('When the status changed; the same in every attempt.'),
};

/** The same for `webhook.test`. */
export const TEST_FIELDS: Record<string, Json> = {
  ...WEBHOOK_FIELDS,
  id: { ...idOf('test'), description: 'Not the id of a transaction.' },
  externalOrderId: { ...orderId, description: 'Always `TEST-ORDER`.' },
  timestamp: time('When the button was pressed; the same in every attempt.'),
};

function idOf(prefix: string): Json {
  return { pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{24}$`, maxLength: prefix.length + 25 };
}

/** A reference to one of the named schemas, so that a generated client names its types. */
export const named = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/**
 * The JSON Schema of a body. Unknown fields are ignored in a request (D4), and may be added to an answer: no schema is
 * closed.
 */
export function schemaOf(schema: z.ZodMiniType, fields: Record<string, Json>): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return withFields(json, fields);
}

/** Adds to each property what is known of a field of its name. In a nullable property the rules are with the value. */
function withFields(schema: Json, fields: Record<string, Json>): Json {
  if (schema.items !== undefined) return { ...schema, items: withFields(schema.items as Json, fields) };
  if (schema.properties === undefined) return schema;
  const properties = Object.entries(schema.properties as Record<string, Json>).map(([name, property]) => {
    const [value, ...others] = (property.anyOf as Json[] | undefined) ?? [property];
    const field = fields[name] ?? {};
    const known = (value as Json).type === 'null' ? { description: field.description } : field;
    const { description, ...complete } = { ...withFields(value as Json, fields), ...known } as Json;
    const described = description === undefined ? {} : { description };
    return [name, { ...(others.length > 0 ? { ...property, anyOf: [complete, ...others] } : complete), ...described }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
