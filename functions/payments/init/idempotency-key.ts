import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerValues, jsonBody } from '../../http/json-body.ts';
import { Refusal } from '../../http/refusal.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import { lisbonDayName } from '../../runtime/lisbon-day.ts';
import type { Reading } from '../../runtime/reading.ts';
import type { Transaction } from '../transaction.ts';

/** The header by which a repeated `POST /payments/init` gets the first answer. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** How long after the creation a repeat answers the transaction, by our clock. */
export const IDEMPOTENCY_KEY_HOURS = 24;

export const KEY_REUSED = `${IDEMPOTENCY_KEY} was used with another body: send a new key, or the same body`;

/** Names the day of the creation in Lisbon. */
export const keyUsedOn = (createdAt: number) =>
  `${IDEMPOTENCY_KEY} was used on ${lisbonDayName(createdAt)}: send a new key`;

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

/**
 * Throws a `Refusal` unless `wanted` repeats the request that created `created`. An older key is refused whatever the
 * body is: a shop whose order numbers begin again must not meet last year's paid transaction.
 */
export function assertRepeats(wanted: Transaction, created: Transaction): void {
  if (wanted.createdAt >= created.createdAt + IDEMPOTENCY_KEY_HOURS * HOUR_MS)
    throw new Refusal('invalid', keyUsedOn(created.createdAt));
  const isSame = (['merchantId', 'externalOrderId', 'amountCents'] as const).every(
    (name) => wanted[name] === created[name],
  );
  if (!isSame) throw new Refusal('invalid', KEY_REUSED);
}
