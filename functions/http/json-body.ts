import type { APIGatewayProxyEvent } from 'aws-lambda';
import { MAX_BODY_KB, MESSAGES } from './messages.ts';
import { Refusal } from './refusal.ts';

const MAXIMUM_BYTES = MAX_BODY_KB * 1024;

/**
 * The request's body as a JSON object (§4, decision D16). Throws a `Refusal` that names the problem. `maximumBytes`
 * is for the endpoint that takes a file.
 */
export function jsonBody(event: APIGatewayProxyEvent, maximumBytes = MAXIMUM_BYTES): Record<string, unknown> {
  const mediaType = header(event, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== undefined && mediaType !== 'application/json') throw new Refusal('invalid', MESSAGES.mediaType);
  if (event.body === null || event.body === '') throw new Refusal('invalid', MESSAGES.bodyMissing);
  const text = event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString() : event.body;
  if (Buffer.byteLength(text) > maximumBytes) throw new Refusal('invalid', tooLarge(maximumBytes));
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('invalid', MESSAGES.bodyNotObject);
  }
  return value as Record<string, unknown>;
}

function tooLarge(maximumBytes: number): string {
  if (maximumBytes === MAXIMUM_BYTES) return MESSAGES.bodyTooLarge;
  return `body is too large: at most ${Math.floor(maximumBytes / 1_024)} KB`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message may quote the body, which may hold a phone number.
    throw new Refusal('invalid', MESSAGES.bodyNotJson);
  }
}

/** A header by its name in any case; the last value where it was sent more than once, as API Gateway passes it. */
export function header(event: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {})) {
    if (key.toLowerCase() === name) return value;
  }
  return undefined;
}
