import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type * as z from 'zod/mini';
import { beginRequest, errorFields, logger, nameTransaction } from '../runtime/logger.ts';
import { type Caller, callerContext } from './call.ts';
import { answerHeaders } from './headers.ts';
import { MESSAGES } from './messages.ts';
import { Refusal } from './refusal.ts';

type CallMiddleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

/** One endpoint of the payment API. */
export interface Endpoint<Input extends z.ZodMiniType, Answer extends z.ZodMiniType> {
  /** The schema of the request. Its messages name the field and its rule; the caller receives them. */
  input: Input;
  /** The unvalidated fields of the request. */
  read(event: APIGatewayProxyEvent): unknown;
  /** The exact schema of the answer; fields outside it are dropped. */
  answer: Answer;
  run(input: z.infer<Input>, caller: Caller): Promise<z.input<Answer>>;
}

/**
 * The handler of an endpoint of the payment API: makes the checks that API Gateway leaves, in their order (decision
 * D16), formats the answer and writes the log line.
 */
export function paymentApi<Input extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Answer>,
) {
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(oneLogLine())
    .use(errorsAsJson())
    .use(callerChecked())
    .handler(async (event) => {
      const parsed = endpoint.input.safeParse(endpoint.read(event));
      if (!parsed.success) throw new Refusal('invalid', problems(parsed.error));
      nameTransaction((parsed.data as { transactionId?: unknown }).transactionId);
      const answer = await endpoint.run(parsed.data, callerOf(event));
      nameTransaction((answer as { transactionId?: unknown }).transactionId);
      return jsonAnswer(event, 200, endpoint.answer.parse(answer));
    });
}

/** Repeats the refusals of API Gateway: usage plans are best effort and fail open (decision D15). */
export function callerChecked(): CallMiddleware {
  return {
    before: ({ event }) => {
      const { limited, merchantId } = callerContext(event);
      if (limited === 'true') throw new Refusal('over-limit', MESSAGES.overLimit);
      if (!merchantId) throw new Refusal('unauthenticated', MESSAGES.unauthenticated);
    },
  };
}

/** Answers a `Refusal` as `{"error": string}` with its status; logs any other error and answers 500 (§7). */
export function errorsAsJson(): CallMiddleware {
  return {
    onError: (request) => {
      const { error, event } = request;
      if (error instanceof Refusal) {
        request.response = jsonAnswer(event, error.statusCode, { error: error.message });
        return;
      }
      logger.error('internal error', errorFields(error));
      request.response = jsonAnswer(event, 500, { error: MESSAGES.internal });
    },
  };
}

/** Adds the request id to an answer that does not have the payment API's form (decision D17), and to each line. */
export function requestIdOnAnswer(): CallMiddleware {
  return {
    before: ({ event }) => beginRequest(event.requestContext.requestId),
    after: ({ event, response }) => {
      if (response) response.headers = { ...response.headers, 'X-Request-Id': event.requestContext.requestId };
    },
  };
}

/** Writes one log line per call: resource, merchant and status. */
export function oneLogLine(): CallMiddleware {
  const write: CallMiddleware['after'] = ({ event, response, error }) => {
    logger.info('call answered', {
      method: event.httpMethod,
      resource: event.resource,
      merchantId: callerContext(event).merchantId,
      status: response?.statusCode,
      refusal: error instanceof Refusal ? error.message : undefined,
    });
  };
  return { before: ({ event }) => beginRequest(event.requestContext.requestId), after: write, onError: write };
}

/** A JSON answer with the headers of decision D17. */
export function jsonAnswer(event: APIGatewayProxyEvent, statusCode: number, body: unknown): APIGatewayProxyResult {
  return { statusCode, headers: answerHeaders(event), body: JSON.stringify(body) };
}

function callerOf(event: APIGatewayProxyEvent): Caller {
  const { merchantId = '', bankAccount = '' } = callerContext(event);
  return { merchantId, bankAccount };
}

/** The first problem of each field, in the order of the fields. */
function problems(error: z.core.$ZodError): string {
  const byField = new Map<PropertyKey, string>();
  for (const { path, message } of error.issues) {
    const field = path[0] ?? '';
    if (!byField.has(field)) byField.set(field, message);
  }
  return [...byField.values()].join('; ');
}
