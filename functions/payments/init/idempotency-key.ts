import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerValues, jsonBody } from '../../http/json-body.ts';
import type { Reading } from '../../runtime/reading.ts';

/** The header by which a repeated `POST /payments/init` gets the first answer. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** How long a key is stored, by our clock. */
export const IDEMPOTENCY_KEY_HOURS = 24;

export const KEY_REUSED = `${IDEMPOTENCY_KEY} was used with another body: send a new key, or the same body`;

export const MAX_KEY_CHARACTERS = 255;

const KEY = /^[!-~]+$/;

/** A key: visible ASCII characters. */
export function readIdempotencyKey(key: unknown): Reading<string> {
  if (typeof key === 'string' && KEY.test(key) && key.length <= MAX_KEY_CHARACTERS) return { ok: true, value: key };
  return {
    ok: false,
    problem: `must be sent once, as 1 to ${MAX_KEY_CHARACTERS} visible ASCII characters without spaces`,
  };
}

/**
 * The body's fields with the header beside them, where it was sent. A field of the same name is not the header. Sent
 * more than once it is a list, which is no key.
 */
export function bodyWithKey(event: APIGatewayProxyEvent): Record<string, unknown> {
  const keys = headerValues(event, IDEMPOTENCY_KEY.toLowerCase());
  return { ...jsonBody(event), [IDEMPOTENCY_KEY]: keys.length > 1 ? keys : keys[0] };
}
