import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { errorFields } from '../runtime/logger.ts';
import { belowBase } from './routes.ts';
import type { Simulation } from './simulation.ts';

/** A request of an endpoint. Header names are in lower case. */
export interface WebRequest {
  headers: Record<string, string | undefined>;
  pathParameters: Record<string, string | undefined>;
  query: Record<string, string | undefined>;
  rawBody: string;
}

/** An endpoint's response: a status and a JSON body, or a text. */
export interface Answer {
  httpStatus: number;
  body: unknown;
  contentType?: 'text/plain; charset=utf-8';
}

export type Endpoint = (request: WebRequest, simulation: Simulation) => Promise<Answer>;

/** Thrown to end a call with a response that the caller may see. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer, message: string) {
    super(message);
    this.name = 'Refusal';
    this.answer = answer;
  }
}

/**
 * Makes endpoints, by method and path below their base, a Lambda handler of a REST API: a `Refusal` becomes its
 * response, another error is logged and 500.
 */
export function serve(
  endpoints: Readonly<Record<string, Endpoint>>,
  simulation: Simulation,
): (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult> {
  const { logger } = simulation;
  return async (event) => {
    const { resource } = event;
    try {
      const endpoint = endpoints[`${event.httpMethod} ${belowBase(resource)}`];
      if (!endpoint) throw new Error('no such endpoint');
      return toResult(await endpoint(toRequest(event), simulation));
    } catch (error) {
      if (error instanceof Refusal) {
        logger.info('request refused', { resource, kind: error.message });
        return toResult(error.answer);
      }
      logger.error('request failed', { resource, ...errorFields(error) });
      return toResult({ httpStatus: 500, body: { httpCode: '500', httpMessage: 'Internal Server Error' } });
    }
  };
}

function toRequest(event: APIGatewayProxyEvent): WebRequest {
  const body = event.body ?? '';
  return {
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

/** The body of a JSON request; undefined, which no schema accepts, for other content types and malformed JSON. */
export function jsonBody({ headers, rawBody }: WebRequest): unknown {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse(rawBody);
  } catch {
    return undefined;
  }
}
