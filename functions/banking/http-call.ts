import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '../runtime/clock.ts';
import { type Exchange, httpConnections, type StartExchange, TOO_LONG_ANSWER } from '../runtime/http-connections.ts';

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

const DEADLINE = 'deadline';

/** The status of a payment where the inquiry about it has no answer to read. */
export function unanswered({ detail }: Exclude<HttpOutcome, { kind: 'answered' }>) {
  return { kind: 'unknown', detail: `status: ${detail}`, why: detail === DEADLINE ? 'late' : 'connection' } as const;
}

/** Makes one call. It never throws. */
export type HttpCall = (request: HttpRequest) => Promise<HttpOutcome>;

const MAX_BANK_ANSWER_BYTES = 256 * 1024;

/**
 * Makes HTTP calls with a deadline. It never throws, never follows a redirect and never repeats a call. An answer
 * counts when its body is complete by one clear framing; two lengths that differ are never decided by a guess. Plain
 * `http:` is allowed for the local machine only, to keep credentials off the network.
 */
export function httpCaller(clock: Clock): HttpCall {
  const start = {
    'http:': httpConnections(connectTcp, clock),
    'https:': httpConnections((peer) => connectTls({ ...peer, ALPNProtocols: ['http/1.1'] }), clock),
  };

  return async (request) => {
    const url = URL.parse(request.url);
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return { kind: 'not-sent', detail: 'bad URL' };
    if (url.protocol === 'http:' && !isThisMachine(url.hostname)) return { kind: 'not-sent', detail: 'http: refused' };
    if (request.timeoutMs <= 0) return { kind: 'not-sent', detail: DEADLINE };
    return call(request, url, start[url.protocol]);
  };
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

async function call(request: HttpRequest, url: URL, start: StartExchange): Promise<HttpOutcome> {
  const body = Buffer.from(request.body ?? '');
  const { method } = request;
  const headers = { ...request.headers, ...(method === 'POST' && { 'Content-Length': String(body.length) }) };
  let exchange: Exchange;
  try {
    exchange = start({ method, url, headers, body, maxBodyBytes: MAX_BANK_ANSWER_BYTES });
  } catch (error) {
    return { kind: 'not-sent', detail: codeOf(error) }; // for example an invalid header
  }
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    exchange.destroy();
  }, request.timeoutMs);
  const error = await exchange.end;
  clearTimeout(deadline);
  const { answer, phase } = exchange;
  if (!error) return { kind: 'answered', status: answer.status, body: answer.body.toString('utf8') };
  const detail = isLate ? DEADLINE : codeOf(error);
  return { kind: phase === 'secured' ? 'no-answer' : 'not-sent', detail };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === TOO_LONG_ANSWER) return 'answer too large';
  return typeof code === 'string' ? code : 'error';
}
