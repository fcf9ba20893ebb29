import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { field } from '../../http/field.ts';
import type { Reading } from '../../runtime/reading.ts';
import { readPosition } from './position.ts';

/** Limit, and default, of the events of one answer; limit of the recent ones. */
export const MAX_EVENTS = 100;

export const FROM_IN_FUTURE = 'from must not be in the future';
export const TWO_BEGINNINGS = 'after and from must not be sent together: send `next` of the last answer as after';

/** The query of `GET /events`. Each parameter is a list, to detect a repeated one (decision D4). */
export const feedInput = z
  .object({
    after: z.optional(parameter('after', readPosition)),
    from: z.optional(parameter('from', readInstant)),
    limit: z.optional(parameter('limit', readLimit)),
  })
  .check(z.refine(({ after, from }) => after === undefined || from === undefined, TWO_BEGINNINGS));

/** The unvalidated query. */
export function readFeedQuery({ multiValueQueryStringParameters }: APIGatewayProxyEvent): unknown {
  const { after, from, limit } = multiValueQueryStringParameters ?? {};
  return { after, from, limit };
}

function parameter<Value>(name: string, read: (value: string) => Reading<Value>) {
  return field(name, (values): Reading<Value> => {
    if (!Array.isArray(values) || values.length !== 1) return { ok: false, problem: 'must be given once' };
    return read(String(values[0]));
  });
}

const instant = z.iso.datetime({ offset: true });

function readInstant(value: string): Reading<number> {
  if (instant.safeParse(value).success) return { ok: true, value: Math.max(0, Date.parse(value)) };
  return { ok: false, problem: 'must be a time with its zone, such as 2026-11-20T08:00:00Z (encode a + as %2B)' };
}

function readLimit(value: string): Reading<number> {
  const limit = /^[1-9]\d{0,2}$/.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= MAX_EVENTS) return { ok: true, value: limit };
  return { ok: false, problem: `must be a whole number from 1 to ${MAX_EVENTS}` };
}
