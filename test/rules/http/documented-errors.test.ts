import { expect, test } from 'vitest';
import type { ZodMiniType } from 'zod/mini';
import { FROM_IN_FUTURE, feedInput, TWO_BEGINNINGS } from '../../../functions/events/feed/feed-request.ts';
import { INACTIVE_SENTENCES } from '../../../functions/gateway/authorize.ts';
import { MESSAGES } from '../../../functions/http/messages.ts';
import { IDEMPOTENCY_KEY, KEY_REUSED, keyUsedOn } from '../../../functions/payments/init/idempotency-key.ts';
import { initInput } from '../../../functions/payments/init/init.ts';
import { mbwayInput } from '../../../functions/payments/start/mbway.ts';
import { START_MESSAGES } from '../../../functions/payments/start/start-refusals.ts';
import { statusInput } from '../../../functions/payments/status/status.ts';
import { ERROR_PAGES, isDocumented } from '../../support/documented-errors.ts';

const STATUS_OF: Record<keyof typeof MESSAGES, number> = {
  bodyMissing: 400,
  bodyNotJson: 400,
  bodyNotObject: 400,
  bodyTooLarge: 400,
  bodyNotUtf8: 400,
  mediaType: 400,
  parameterMalformed: 400,
  notUnderstood: 400,
  unauthenticated: 401,
  overLimit: 429,
  notFound: 404,
  transactionNotFound: 404,
  internal: 500,
  bankUnavailable: 502,
  bankFault: 502,
  bankUnknown: 502,
};

/** Values that break each rule of a field. The texts of rules are beside them, so they are read by breaking them. */
const WRONG: readonly [schema: ZodMiniType, field: string, values: readonly unknown[]][] = [
  [initInput, 'orderId', [undefined, 1, '', 'x'.repeat(101), 'a\n', '\ud800']],
  [initInput, 'amount', [undefined, '10', 0, 0.001, 100_000]],
  [initInput, 'currency', ['USD', 'eur', 'EUR ', '', null]],
  [initInput, IDEMPOTENCY_KEY, ['']],
  [mbwayInput, 'transactionId', [undefined, 1, '']],
  [mbwayInput, 'phoneNumber', [undefined, '12']],
  [statusInput, 'transactionId', [undefined, ['a', 'b'], ['']]],
  [feedInput, 'after', [['a', 'b'], ['a']]],
  [feedInput, 'from', [['a', 'b'], ['2026-11-20']]],
  [feedInput, 'limit', [['1', '2'], ['101']]],
];

/** The problems of a request in which one field is wrong and the others are missing. */
function problemsOf(schema: ZodMiniType, field: string, value: unknown): string[] {
  const { issues = [] } = schema.safeParse({ [field]: value }).error ?? {};
  const problems = issues.map(({ message }) => message).filter((message) => message.startsWith(`${field} `));
  expect(problems, `${field} ${String(value)}`).toHaveLength(1);
  return problems;
}

const TEXTS: readonly (readonly [status: number, text: string])[] = [
  ...Object.entries(MESSAGES).map(([name, text]) => [STATUS_OF[name as keyof typeof MESSAGES], text] as const),
  ...Object.values(INACTIVE_SENTENCES).map((text) => [403, text] as const),
  ...[KEY_REUSED, keyUsedOn(0), FROM_IN_FUTURE, TWO_BEGINNINGS, ...Object.values(START_MESSAGES)].map(
    (text) => [400, text] as const,
  ),
  ...WRONG.flatMap(([schema, field, values]) => values.flatMap((value) => problemsOf(schema, field, value))).map(
    (text) => [400, text] as const,
  ),
];

test.each(ERROR_PAGES)('%s has every error of the payment API, under its status', (page) => {
  expect(TEXTS.filter(([status, text]) => !isDocumented(page, status, text))).toEqual([]);
});
