import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { errorFields, type Logger } from '../runtime/logger.ts';
import { type Answer, Refusal, refusal } from './sibs/refusal.ts';

/** A request of an endpoint. Header names are in lower case. */
export interface WebRequest {
  method: string;
  /** The route as declared, such as `/control/payments/{transactionId}`. */
  resource: string;
  headers: Record<string, string | undefined>;
  pathParameters: Record<string, string | undefined>;
  query: Record<string, string | undefined>;
  rawBody: string;
}

/**
 * Makes an endpoint a Lambda handler of a REST API: a `Refusal` becomes its response, another error is logged and 500.
 */
export function serve(
  endpoint: (request: WebRequest) => Promise<Answer>,
  logger: Logger,
): (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult> {
  return async (event) => {
    try {
      return toResult(await endpoint(toRequest(event)));
    } catch (error) {
      if (error instanceof Refusal) {
        logger.info('request refused', { resource: event.resource, kind: error.message });
        return toResult(error.answer);
      }
      logger.error('request failed', { resource: event.resource, ...errorFields(error) });
      return toResult({ httpStatus: 500, body: { httpCode: '500', httpMessage: 'Internal Server Error' } });
    }
  };
}

function toRequest(event: APIGatewayProxyEvent): WebRequest {
  const body = event.body ?? '';
  return {
    method: event.httpMethod,
    resource: event.resource,
    headers: Object.fromEntries(
      Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    pathParameters: event.pathParameters ?? {},
    query: event.queryStringParameters ?? {},
    rawBody: event.isBase64Encoded ? Buffer.from(body, 'base64').toString() : body,
  };
}

function toResult({ httpStatus, body, contentType }: Answer): APIGatewayProxyResult {
  if (contentType) return { statusCode: httpStatus, headers: { 'Content-Type': contentType }, body: String(body) };
  return { statusCode: httpStatus, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** The JSON body of a call to the bank. Refuses other content types and malformed JSON. */
export function jsonBody(request: WebRequest): unknown {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw refusal('invalid', 'Content-Type');
  }
  try {
    return JSON.parse(request.rawBody);
  } catch {
    throw refusal('invalid', 'body is not JSON');
  }
}
