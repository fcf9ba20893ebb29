import { isObject, type Json } from '../json.ts';

/** The HTTP response to the caller. */
export interface ApiAnswer {
  status: number;
  headers: [name: string, values: string[]][];
  body: Buffer;
}

export type ProxyAnswer = ({ kind: 'ok' } & ApiAnswer) | { kind: 'malformed'; why: string };

const KNOWN_KEYS = new Set(['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded']);

/** Reads a function's response (`APIGatewayProxyResult`) as strictly as API Gateway does. */
export function readProxyAnswer(payload: unknown): ProxyAnswer {
  if (!isObject(payload)) return malformed('it is not an object');
  const unknown = Object.keys(payload).find((key) => !KNOWN_KEYS.has(key));
  if (unknown) return malformed(`it has an unknown key ${unknown}`);
  const status = Number(payload.statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599)
    return malformed('its statusCode is not an HTTP status');
  const body = payload.body ?? '';
  if (typeof body !== 'string') return malformed('its body is not a string');
  const headers = readHeaders(payload.headers ?? {}, payload.multiValueHeaders ?? {});
  if (!headers) return malformed('its headers are not an object of plain values');
  if (!headers.has('content-type')) headers.set('content-type', ['Content-Type', ['application/json']]);
  // Binary media types are not supported here, so a base64 body is sent as text.
  return { kind: 'ok', status, headers: [...headers.values()], body: Buffer.from(body) };
}

function malformed(why: string): ProxyAnswer {
  return { kind: 'malformed', why };
}

/** Merges both maps by lower-case name; the multi-value map takes precedence, as on AWS. */
function readHeaders(single: Json, multi: Json): Map<string, [string, string[]]> | undefined {
  if (!isObject(single) || !isObject(multi)) return undefined;
  const headers = new Map<string, [string, string[]]>();
  for (const [name, value] of Object.entries(single)) {
    if (value !== null && typeof value === 'object') return undefined;
    headers.set(name.toLowerCase(), [name, [String(value)]]);
  }
  for (const [name, values] of Object.entries(multi)) {
    if (!Array.isArray(values) || values.some((value) => value !== null && typeof value === 'object')) return undefined;
    headers.set(name.toLowerCase(), [name, values.map(String)]);
  }
  return headers;
}
