import type { APIGatewayProxyResult } from 'aws-lambda';
import type { NotificationRequest } from '../../functions/banking/bank.ts';
import { checkoutId } from '../../functions/banking/sibs/wire.ts';
import { paymentApi } from '../../functions/http/endpoint.ts';
import { jsonBody } from '../../functions/http/json-body.ts';
import { bodyWithKey } from '../../functions/payments/init/idempotency-key.ts';
import { init, initAnswer, initInput } from '../../functions/payments/init/init.ts';
import { type FollowUpDependencies, followUp } from '../../functions/payments/settle/follow-up.ts';
import { notification } from '../../functions/payments/settle/notification.ts';
import { mbway, mbwayAnswer, mbwayInput } from '../../functions/payments/start/mbway.ts';
import { multibanco, multibancoAnswer, multibancoInput } from '../../functions/payments/start/multibanco.ts';
import { status, statusAnswer, statusInput, statusQuery } from '../../functions/payments/status/status.ts';
import type { Transaction } from '../../functions/payments/transaction.ts';
import type { NotificationFacts } from '../bank/sibs-notification.ts';
import { assertDocumented } from '../support/documented-errors.ts';
import { apiEvent, type CallOptions, LAMBDA_CONTEXT } from './api-event.ts';
import { sibsNotification } from './banks/bank-script.ts';

export interface Answered {
  statusCode: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** The body's bytes as text. */
  text: string;
}

export type PaymentCalls = ReturnType<typeof paymentCalls>;

type First<Endpoint extends (dependencies: never) => unknown> = Parameters<Endpoint>[0];
type Starts = Omit<First<typeof mbway> & First<typeof multibanco>, 'followUp'>;
type CallDependencies = First<typeof init> & Starts & FollowUpDependencies & First<typeof status>;

/** The four endpoints with their middleware, as the handlers wire them. */
export function paymentCalls(dependencies: CallDependencies) {
  const starts = { ...dependencies, followUp: followUp.bind(null, dependencies) };
  const handlers = {
    init: paymentApi({ input: initInput, read: bodyWithKey, answer: initAnswer, run: init(dependencies) }),
    mbway: paymentApi({ input: mbwayInput, read: jsonBody, answer: mbwayAnswer, run: mbway(starts) }),
    multibanco: paymentApi({
      input: multibancoInput,
      read: jsonBody,
      answer: multibancoAnswer,
      run: multibanco(starts),
    }),
    status: paymentApi({ input: statusInput, read: statusQuery, answer: statusAnswer, run: status(dependencies) }),
  };
  const call = async (name: keyof typeof handlers, options: CallOptions): Promise<Answered> =>
    read(
      `/payments/${name}`,
      (await handlers[name](
        apiEvent({ path: `/v1/payments/${name}`, ...options }),
        LAMBDA_CONTEXT,
      )) as APIGatewayProxyResult,
    );

  return {
    call,
    init: (body: unknown, options: CallOptions = {}) => call('init', { body, ...options }),
    mbway: (transactionId: string, phoneNumber = '912345678', options: CallOptions = {}) =>
      call('mbway', { body: { transactionId, phoneNumber }, ...options }),
    multibanco: (transactionId: string, options: CallOptions = {}) =>
      call('multibanco', { body: { transactionId }, ...options }),
    status: (transactionId: string, options: CallOptions = {}) =>
      call('status', { method: 'GET', query: { transactionId: [transactionId] }, ...options }),
  };
}

function read(path: string, { statusCode, headers, body }: APIGatewayProxyResult): Answered {
  const parsed: Record<string, unknown> = JSON.parse(body);
  // Every error of every test is checked against the document.
  if (statusCode >= 400) assertDocumented(path, statusCode, String(parsed.error));
  return { statusCode, headers: headers as Record<string, string>, body: parsed, text: body };
}

/** Checks the form of an error, a body with the only key `error` (§7), and returns its text. */
export function errorOf({ body, text }: Answered): string {
  if (Object.keys(body).join() !== 'error' || typeof body.error !== 'string') throw new Error(`not an error: ${text}`);
  return body.error;
}

type NotificationDependencies = First<typeof notification>;

/** Passes a notification, or a callback with a query, to its function as deployed. */
export function receive(
  dependencies: NotificationDependencies,
  { headers, query, rawBody }: Partial<NotificationRequest>,
  account = 'main',
) {
  const lists = query && Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value ?? '']]));
  const sent: CallOptions = lists ? { method: 'GET', query: lists } : { body: rawBody };
  const event = apiEvent({ ...sent, pathParameters: { account }, authorizer: null });
  return notification(dependencies)({ ...event, headers: headers ?? event.headers });
}

/** Sends SIBS's notification about the attempt `index` of a transaction. */
export function notify(
  dependencies: NotificationDependencies,
  { transactionId, attempts }: Pick<Transaction, 'transactionId' | 'attempts'>,
  facts: Partial<NotificationFacts> = {},
  index = 0,
) {
  const bankId = attempts[index]?.bankId ?? 'none';
  const merchantTransactionId = checkoutId(transactionId);
  return receive(dependencies, sibsNotification({ merchantTransactionId, bankId, ...facts }));
}
