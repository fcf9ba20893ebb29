import type { ZodMiniType } from 'zod/mini';
import { PAYMENT_METHODS, type PaymentMethod } from '../../functions/banking/bank.ts';
import { FROM_IN_FUTURE, feedInput } from '../../functions/events/feed/feed-request.ts';
import { cursorOf } from '../../functions/events/feed/position.ts';
import { INACTIVE_SENTENCES } from '../../functions/gateway/authorize.ts';
import { MESSAGES } from '../../functions/http/messages.ts';
import { Refusal } from '../../functions/http/refusal.ts';
import { IDEMPOTENCY_KEY, KEY_REUSED, keyUsedOn } from '../../functions/payments/init/idempotency-key.ts';
import { initInput } from '../../functions/payments/init/init.ts';
import { PAYMENT_ROUTES, type PaymentRoute } from '../../functions/payments/routes.ts';
import { mbwayInput } from '../../functions/payments/start/mbway.ts';
import { assertMinimumAmount, START_MESSAGES } from '../../functions/payments/start/start-refusals.ts';
import { statusInput } from '../../functions/payments/status/status.ts';
import type { ErrorAction, ErrorText, Routes } from './error-actions.ts';
import { table } from './markdown.ts';

const INIT = 'POST /payments/init';
const MBWAY = 'POST /payments/mbway';
const MULTIBANCO = 'POST /payments/multibanco';
const STATUS = 'GET /payments/status';
const EVENTS = 'GET /events';
const STARTS: Routes = [MBWAY, MULTIBANCO];
const POSTS: Routes = (Object.keys(PAYMENT_ROUTES) as PaymentRoute[]).filter((route) => route.startsWith('POST '));
const ALL_WITH_ID: Routes = [...STARTS, STATUS];

/**
 * The status of each general text, what to do, and the routes that answer it where those are not all. The compiler
 * requires an entry for every text.
 */
const GENERAL: Record<keyof typeof MESSAGES, [status: number, action: ErrorAction, routes?: Routes]> = {
  bodyMissing: [400, 'request', POSTS],
  bodyNotJson: [400, 'request', POSTS],
  bodyNotObject: [400, 'request', POSTS],
  bodyTooLarge: [400, 'request', POSTS],
  bodyNotUtf8: [400, 'request', POSTS],
  mediaType: [400, 'request', POSTS],
  parameterMalformed: [400, 'request'],
  notUnderstood: [400, 'request'],
  unauthenticated: [401, 'key'],
  overLimit: [429, 'wait'],
  notFound: [404, 'path'],
  transactionNotFound: [404, 'unknownTransaction'],
  internal: [500, 'retry'],
  bankUnavailable: [502, 'notStarted'],
  bankFault: [502, 'notStarted'],
  bankUnknown: [502, 'mayHaveStarted'],
};

/** What to do about each refused start, and which call refuses so. The compiler requires an entry for every text. */
const REFUSED_STARTS: Record<keyof typeof START_MESSAGES, [action: ErrorAction, routes: Routes]> = {
  paid: ['alreadyPaid', STARTS],
  failed: ['newTransaction', STARTS],
  cancelled: ['newTransaction', STARTS],
  otherPhone: ['stillPayable', [MBWAY]],
  pushMayBeLive: ['stillPayable', [MULTIBANCO]],
  hasReference: ['stillPayable', [MBWAY]],
  pushEnded: ['waitForOutcome', [MBWAY]],
  referenceEnded: ['waitForOutcome', [MULTIBANCO]],
  tooManyRefused: ['newTransaction', STARTS],
  phoneRefused: ['otherPhone', [MBWAY]],
  amountRefused: ['otherMethod', STARTS],
};

const GOOD_ID = 'tx_000000000000000000000000';
const GOOD_INIT = { orderId: 'ORDER-1', amount: 10.5 };

/** Requests that are wrong in one field, to get the error text of the field's rule. */
const WRONG: readonly { schema: ZodMiniType; request: object; routes: Routes }[] = [
  ...[undefined, 1, '', 'x'.repeat(101), 'a\n', '\ud800'].map((orderId) => ({
    schema: initInput,
    request: { ...GOOD_INIT, orderId },
    routes: [INIT] as const,
  })),
  ...[undefined, '10', 0, 0.001, 100_000].map((amount) => ({
    schema: initInput,
    request: { ...GOOD_INIT, amount },
    routes: [INIT] as const,
  })),
  { schema: initInput, request: { ...GOOD_INIT, currency: 'USD' }, routes: [INIT] },
  { schema: initInput, request: { ...GOOD_INIT, [IDEMPOTENCY_KEY]: '' }, routes: [INIT] },
  // A query has no numbers.
  ...[undefined, 1, ''].map((transactionId) => ({
    schema: mbwayInput,
    request: { transactionId, phoneNumber: '910000000' },
    routes: typeof transactionId === 'number' ? STARTS : ALL_WITH_ID,
  })),
  ...[undefined, '+351910000000'].map((phoneNumber) => ({
    schema: mbwayInput,
    request: { transactionId: GOOD_ID, phoneNumber },
    routes: [MBWAY] as const,
  })),
  { schema: statusInput, request: { transactionId: [GOOD_ID, GOOD_ID] }, routes: [STATUS] },
  ...[
    { after: ['a', 'b'] },
    { after: ['a'] },
    { from: ['2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z'] },
    { from: ['2026-11-20'] },
    { limit: ['1', '2'] },
    { limit: ['101'] },
    { after: [cursorOf({ settledAt: 0 })], from: ['2026-11-20T08:00:00Z'] },
  ].map((request) => ({ schema: feedInput, request, routes: [EVENTS] as const })),
];

/** The error texts of `docs/api.md`. */
export function errorsPart(): string {
  return table(
    ['Status', '`error`'],
    errorTexts().map(([status, text]) => [String(status), text]),
  );
}

/** Every error text of the payment API, by status, each from the rule that it belongs to, with what to do about it. */
export function errorTexts(): ErrorText[] {
  const rows: ErrorText[] = [
    ...Object.entries(GENERAL).map(
      ([name, [status, action, routes]]): ErrorText => [
        status,
        MESSAGES[name as keyof typeof MESSAGES],
        action,
        routes,
      ],
    ),
    ...Object.values(INACTIVE_SENTENCES).map((text): ErrorText => [403, text, 'inactive']),
    ...WRONG.map((wrong): ErrorText => [400, problemOf(wrong), 'fields', wrong.routes]),
    [400, FROM_IN_FUTURE, 'fields', [EVENTS]],
    [400, KEY_REUSED, 'keyReused', [INIT]],
    [400, keyUsedOn(Date.parse('2026-11-20T12:00:00Z')), 'keyOld', [INIT]],
    ...startRefusals(),
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
function startRefusals(): ErrorText[] {
  return [
    ...Object.entries(START_MESSAGES).map(
      ([name, text]): ErrorText => [400, text, ...REFUSED_STARTS[name as keyof typeof START_MESSAGES]],
    ),
    ...PAYMENT_METHODS.map(
      (method): ErrorText => [400, minimum(method), 'otherMethod', [method === 'MBWAY' ? MBWAY : MULTIBANCO]],
    ),
  ];
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
