import type { IncomingMessage } from 'node:http';
import type { Clock } from '../runtime/clock.ts';
import { DEADLINE, type Exchange, httpClient, readBody } from '../runtime/http-client.ts';

/** A call to a bank. */
export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** From the call to the last byte of the answer. */
  timeoutMs: number;
}

/** The outcome of a call. `detail` is an error code or our own words, never content of the request or the answer. */
export type HttpOutcome =
  | { kind: 'answered'; status: number; body: string }
  /** Name resolution, connection or TLS failed: the request certainly did not arrive. */
  | { kind: 'not-sent'; detail: string }
  /** The request may have arrived; no usable answer came in time. */
  | { kind: 'no-answer'; detail: string };

/** The status of a payment where the inquiry about it has no answer to read. */
export function unanswered({ detail }: Exclude<HttpOutcome, { kind: 'answered' }>) {
  return { kind: 'unknown', detail: `status: ${detail}`, why: detail === DEADLINE ? 'late' : 'connection' } as const;
}

/** Makes one call. It never throws. */
export type HttpCall = (request: HttpRequest) => Promise<HttpOutcome>;

const MAX_BANK_ANSWER_BYTES = 256 * 1024;

/**
 * Makes HTTP calls with a deadline. It never throws and never follows a redirect. A POST may start a payment, so it gets
 * a connection of its own and is never repeated. An answer counts when its body is complete by one clear framing. Plain
 * `http:` is allowed for the local machine only, to keep credentials off the network.
 */
export function httpCaller(clock: Clock): HttpCall {
  const exchangeOf = httpClient({ clock, insecureHTTPParser: false });

  return async (request) => {
    const url = URL.parse(request.url);
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return { kind: 'not-sent', detail: 'bad URL' };
    if (url.protocol === 'http:' && !isThisMachine(url.hostname)) return { kind: 'not-sent', detail: 'http: refused' };
    const { method, timeoutMs } = request;
    if (timeoutMs <= 0) return { kind: 'not-sent', detail: DEADLINE };
    const body = Buffer.from(request.body ?? '');
    const headers = { ...request.headers, ...(method === 'POST' && { 'Content-Length': String(body.length) }) };
    let exchange: Exchange;
    try {
      exchange = await exchangeOf({ method, url, headers, body, deadlineMs: timeoutMs, isOnce: method === 'POST' });
    } catch (error) {
      return { kind: 'not-sent', detail: codeOf(error) }; // for example an invalid header
    }
    if (exchange.kind === 'head') return answerOf(exchange.response);
    return { kind: exchange.isSent ? 'no-answer' : 'not-sent', detail: codeOf(exchange.error) };
  };
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

async function answerOf(response: IncomingMessage): Promise<HttpOutcome> {
  const { bytes, error } = await readBody(response, MAX_BANK_ANSWER_BYTES);
  if (bytes.length > MAX_BANK_ANSWER_BYTES) return { kind: 'no-answer', detail: 'answer too large' };
  if (error) return { kind: 'no-answer', detail: codeOf(error) };
  const { statusCode: status = 0, headers } = response;
  // A body that only the end of the connection ends may have been cut (RFC 9112, section 9.8).
  const hasEnd = headers['content-length'] !== undefined || headers['transfer-encoding']?.toLowerCase() === 'chunked';
  if (!hasEnd && status !== 204 && status !== 304) return { kind: 'no-answer', detail: 'answer without length' };
  return { kind: 'answered', status, body: bytes.toString('utf8') };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'error';
}
