import type { ZodMiniType } from 'zod/mini';
import { PAYMENT_METHODS, type PaymentMethod } from '../../functions/banking/bank.ts';
import { INACTIVE_SENTENCES } from '../../functions/gateway/authorize.ts';
import { MESSAGES } from '../../functions/http/messages.ts';
import { Refusal } from '../../functions/http/refusal.ts';
import { IDEMPOTENCY_KEY, KEY_REUSED } from '../../functions/payments/init/idempotency-key.ts';
import { initInput } from '../../functions/payments/init/init.ts';
import { mbwayInput } from '../../functions/payments/start/mbway.ts';
import { assertMinimumAmount, START_MESSAGES } from '../../functions/payments/start/start-refusals.ts';
import { statusInput } from '../../functions/payments/status/status.ts';
import { table } from './markdown.ts';

/** The status of each general text. The compiler requires an entry for every text. */
const STATUS_OF: Record<keyof typeof MESSAGES, number> = {
  bodyMissing: 400,
  bodyNotJson: 400,
  bodyNotObject: 400,
  bodyTooLarge: 400,
  mediaType: 400,
  unauthenticated: 401,
  overLimit: 429,
  notFound: 404,
  transactionNotFound: 404,
  internal: 500,
  bankUnavailable: 502,
  bankFault: 502,
  bankUnknown: 502,
};

const GOOD_ID = 'tx_000000000000000000000000';
const GOOD_INIT = { orderId: 'ORDER-1', amount: 10.5 };

/** Requests that are wrong in one field, to get the error text of the field's rule. */
const WRONG: readonly { schema: ZodMiniType; request: object }[] = [
  ...[undefined, 1, '', 'x'.repeat(101), 'a\n', '\ud800'].map((orderId) => ({
    schema: initInput,
    request: { ...GOOD_INIT, orderId },
  })),
  ...[undefined, '10', 0, 0.001, 100_000].map((amount) => ({ schema: initInput, request: { ...GOOD_INIT, amount } })),
  { schema: initInput, request: { ...GOOD_INIT, currency: 'USD' } },
  { schema: initInput, request: { ...GOOD_INIT, [IDEMPOTENCY_KEY]: '' } },
  ...[undefined, 1, ''].map((transactionId) => ({
    schema: mbwayInput,
    request: { transactionId, phoneNumber: '910000000' },
  })),
  ...[undefined, '+351910000000'].map((phoneNumber) => ({
    schema: mbwayInput,
    request: { transactionId: GOOD_ID, phoneNumber },
  })),
  { schema: statusInput, request: { transactionId: [GOOD_ID, GOOD_ID] } },
];

/** The error texts of `docs/api.md`. */
export function errorsPart(): string {
  return table(
    ['Status', '`error`'],
    errorTexts().map(([status, text]) => [String(status), text]),
  );
}

/** Every error text of the payment API, by status, each from the rule that it belongs to. */
export function errorTexts(): [status: number, text: string][] {
  const rows: [status: number, text: string][] = [
    ...Object.entries(STATUS_OF).map(([name, status]): [number, string] => [
      status,
      MESSAGES[name as keyof typeof MESSAGES],
    ]),
    ...Object.values(INACTIVE_SENTENCES).map((text): [number, string] => [403, text]),
    ...WRONG.map((wrong): [number, string] => [400, problemOf(wrong)]),
    [400, KEY_REUSED],
    ...startRefusals().map((text): [number, string] => [400, text]),
  ];
  const inOrder = rows.map((row, position) => ({ row, position }));
  inOrder.sort((a, b) => a.row[0] - b.row[0] || a.position - b.position);
  return inOrder.map(({ row }) => row);
}

function problemOf({ schema, request }: (typeof WRONG)[number]): string {
  const message = schema.safeParse(request).error?.issues[0]?.message;
  if (message === undefined)
    throw new Error(`errors: the rule accepts what should be wrong: ${JSON.stringify(request)}`);
  return message;
}

/** Every text with which mbway and multibanco refuse for the transaction, the account or the bank (D2, D6, D7). */
export function startRefusals(): string[] {
  return [...Object.values(START_MESSAGES), ...PAYMENT_METHODS.map(minimum)];
}

function minimum(method: PaymentMethod): string {
  try {
    assertMinimumAmount(100, method, {
      name: 'main',
      provider: 'sibs',
      baseUrl: '',
      secretId: '',
      minimumCents: { MBWAY: 150, REFERENCE: 150 },
      referenceDays: 3,
    });
  } catch (error) {
    if (error instanceof Refusal) return error.message;
  }
  throw new Error('start refusals: an amount below the minimum is accepted');
}
