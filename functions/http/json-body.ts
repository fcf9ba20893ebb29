import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { MAX_BODY_KB, MESSAGES } from './messages.ts';
import { Refusal } from './refusal.ts';

type Sent = Pick<APIGatewayRequestAuthorizerEvent, 'multiValueHeaders'>;

const MAX_BYTES = MAX_BODY_KB * 1024;

/**
 * A decoder has replaced bytes that are not UTF-8 by this before the body arrives here. A client that means the
 * character itself may send its JSON escape.
 */
const REPLACEMENT_CHARACTER = '\ufffd';

/** The request's body as a JSON object (§4, decision D16). Throws a `Refusal` that names the problem. */
export function jsonBody(event: APIGatewayProxyEvent): Record<string, unknown> {
  const mediaType = headerValues(event, 'content-type').at(-1)?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== undefined && mediaType !== 'application/json') throw new Refusal('invalid', MESSAGES.mediaType);
  if (event.body === null || event.body === '') throw new Refusal('invalid', MESSAGES.bodyMissing);
  const text = event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString() : event.body;
  if (Buffer.byteLength(text) > MAX_BYTES) throw new Refusal('invalid', MESSAGES.bodyTooLarge);
  if (text.includes(REPLACEMENT_CHARACTER)) throw new Refusal('invalid', MESSAGES.bodyNotUtf8);
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('invalid', MESSAGES.bodyNotObject);
  }
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message may quote the body, which may hold a phone number.
    throw new Refusal('invalid', MESSAGES.bodyNotJson);
  }
}

/** Every value of a header, by its name in lower case: more than one where it was sent more than once. */
export function headerValues({ multiValueHeaders }: Sent, name: string): string[] {
  return Object.entries(multiValueHeaders ?? {})
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, values]) => values ?? []);
}
