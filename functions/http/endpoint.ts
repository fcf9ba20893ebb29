import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type * as z from 'zod/mini';
import { errorFields, logger } from '../runtime/logger.ts';
import { type Caller, callerContext } from './call.ts';
import { answerHeaders } from './headers.ts';
import { MESSAGES } from './messages.ts';
import { Refusal } from './refusal.ts';

type CallMiddleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

export interface Endpoint<Input extends z.ZodMiniType, Answer extends z.ZodMiniType> {
  /** What the request must carry. The schemas' messages name the field and its rule; they are sent to the caller. */
  input: Input;
  /** Takes the input's raw fields out of the request. */
  take(event: APIGatewayProxyEvent): unknown;
  /** The answer's exact shape; what is not in it does not leave the service. */
  answer: Answer;
  run(input: z.infer<Input>, caller: Caller): Promise<z.input<Answer>>;
}

/**
 * The chain every endpoint of the payment API runs in: one place for the order of checks that API Gateway has not made
 * yet (decision D16), for the answer's form and for the log line.
 */
export function paymentApi<Input extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Answer>,
) {
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(oneLogLine())
    .use(errorsAsJson())
    .use(callerChecked())
    .handler(async (event) => {
      const parsed = endpoint.input.safeParse(endpoint.take(event));
      if (!parsed.success) throw new Refusal('invalid', problems(parsed.error));
      const answer = await endpoint.run(parsed.data, callerOf(event));
      return jsonAnswer(event, 200, endpoint.answer.parse(answer));
    });
}

/** Refuses what API Gateway should already have refused: usage plans are best effort and fail open (decision D15). */
export function callerChecked(): CallMiddleware {
  return {
    before: ({ event }) => {
      const { limited, merchantId } = callerContext(event);
      if (limited === 'true') throw new Refusal('over-limit', MESSAGES.overLimit);
      if (!merchantId) throw new Refusal('unauthenticated', MESSAGES.unauthenticated);
    },
  };
}

/** Turns what was thrown into `{"error": string}` with the status of its kind; what is not a refusal is logged and answered 500 (§7). */
export function errorsAsJson(): CallMiddleware {
  return {
    onError: (request) => {
      const { error, event } = request;
      if (error instanceof Refusal) {
        request.response = jsonAnswer(event, error.statusCode, { error: error.message });
        return;
      }
      logger.error('internal error', { requestId: event.requestContext.requestId, ...errorFields(error) });
      request.response = jsonAnswer(event, 500, { error: MESSAGES.internal });
    },
  };
}

/** For a function whose answers have another form than the payment API's (decision D17). */
export function requestIdOnAnswer(): CallMiddleware {
  return {
    after: ({ event, response }) => {
      if (response) response.headers = { ...response.headers, 'X-Request-Id': event.requestContext.requestId };
    },
  };
}

/** One line per call: what was asked, by whom, how it ended. */
export function oneLogLine(): CallMiddleware {
  const write: CallMiddleware['after'] = ({ event, response, error }) => {
    logger.info('call', {
      requestId: event.requestContext.requestId,
      method: event.httpMethod,
      resource: event.resource,
      merchantId: callerContext(event).merchantId,
      status: response?.statusCode,
      refusal: error instanceof Refusal ? error.message : undefined,
    });
  };
  return { after: write, onError: write };
}

export function jsonAnswer(event: APIGatewayProxyEvent, statusCode: number, body: unknown): APIGatewayProxyResult {
  return { statusCode, headers: answerHeaders(event), body: JSON.stringify(body) };
}

function callerOf(event: APIGatewayProxyEvent): Caller {
  const { merchantId = '', bankAccount = '' } = callerContext(event);
  return { merchantId, bankAccount };
}

/** Every field's first problem, in the order of the fields. */
function problems(error: z.core.$ZodError): string {
  const byField = new Map<PropertyKey, string>();
  for (const { path, message } of error.issues) {
    const field = path[0] ?? '';
    if (!byField.has(field)) byField.set(field, message);
  }
  return [...byField.values()].join('; ');
}
