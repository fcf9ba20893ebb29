import type { APIGatewayProxyEvent } from 'aws-lambda';
import { jsonBody } from '../http/json-body.ts';
import { Refusal } from '../http/refusal.ts';

/**
 * The unparsed fields of a call: those named in the path, which nothing else can override, and those of the query of a
 * GET or of the JSON body of any other method. A call that needs no field may have no body.
 */
export function rawInput(event: APIGatewayProxyEvent, maximumBytes?: number): Record<string, unknown> {
  const fields = event.httpMethod === 'GET' ? queryOf(event) : event.body ? jsonBody(event, maximumBytes) : {};
  return { ...fields, ...event.pathParameters };
}

function queryOf({ multiValueQueryStringParameters }: APIGatewayProxyEvent): Record<string, unknown> {
  const fields = Object.entries(multiValueQueryStringParameters ?? {}).map(([name, values = []]) => {
    if (values.length !== 1) throw new Refusal('invalid', `${name} must be given once`);
    return [name, values[0]];
  });
  return Object.fromEntries(fields);
}
