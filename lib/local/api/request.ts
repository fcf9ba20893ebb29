import type { IncomingMessage } from 'node:http';

/** One HTTP request of the gateway. */
export interface ApiRequest {
  requestId: string;
  method: string;
  /** The complete path as sent, without the query. */
  target: string;
  stage: string;
  /** Without the stage, as sent: `/v1/payments/status`. */
  path: string;
  sourceIp: string;
  /** Names in the case they were sent in. */
  headers: [name: string, value: string][];
  query: [name: string, value: string][];
  body: string | null;
}

export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/**
 * Overrides the caller's source address, to test limits by address: every caller is on this machine, and macOS has
 * only one loopback address. API Gateway has no such header.
 */
export const SOURCE_HEADER = 'x-local-source-address';

/** Hop-by-hop headers and the length are not forwarded. */
const DROPPED_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'expect',
  SOURCE_HEADER,
]);

/** The body as text, null when there is none; `too-large` above the gateway's 10 MB. */
export async function readBody(message: IncomingMessage): Promise<string | null | 'too-large'> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += (chunk as Buffer).length;
    // The rest is read and discarded, so that the caller gets the response instead of a broken connection.
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk as Buffer);
  }
  if (bytes > MAX_BODY_BYTES) return 'too-large';
  return bytes === 0 ? null : Buffer.concat(chunks).toString();
}

/** Splits `/stage/rest?query`. The source address is the socket's, unless `SOURCE_HEADER` overrides it. */
export function parseRequest(message: IncomingMessage, requestId: string): Omit<ApiRequest, 'body'> {
  const [target = '/', search = ''] = splitOnce(message.url ?? '/', '?');
  const [, stage = '', ...rest] = target.split('/');
  const named = message.headers[SOURCE_HEADER];
  const sourceIp = String(named ?? message.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return {
    requestId,
    method: message.method ?? 'GET',
    target,
    stage,
    path: `/${rest.join('/')}`,
    sourceIp,
    headers: sentHeaders(message),
    query: [...new URLSearchParams(search)],
  };
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function sentHeaders({ rawHeaders }: IncomingMessage): [string, string][] {
  const headers: [string, string][] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!DROPPED_HEADERS.has(name.toLowerCase())) headers.push([name, rawHeaders[index + 1] ?? '']);
  }
  return headers;
}
