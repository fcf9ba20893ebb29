import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Clock } from '../runtime/clock.ts';
import { idleConnectionCloser } from '../runtime/idle-connections.ts';

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

/** Makes one call. It never throws. */
export type HttpCall = (request: HttpRequest) => Promise<HttpOutcome>;

const MAX_BODY_BYTES = 256 * 1024;

/**
 * Makes HTTP calls with a deadline over kept-alive connections. It never throws, never follows a redirect and never
 * repeats a call. Plain `http:` is allowed for the local machine only, to keep credentials off the network.
 */
export function httpCaller(clock: Clock): HttpCall {
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };
  const closeIdle = Object.values(agents).map((agent) => idleConnectionCloser(agent, clock));

  return async (request) => {
    const url = URL.parse(request.url);
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return { kind: 'not-sent', detail: 'bad URL' };
    if (url.protocol === 'http:' && !isThisMachine(url.hostname)) return { kind: 'not-sent', detail: 'http: refused' };
    if (request.timeoutMs <= 0) return { kind: 'not-sent', detail: 'deadline' };
    for (const close of closeIdle) close();
    return exchange(request, url, agents[url.protocol]);
  };
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function exchange(request: HttpRequest, url: URL, agent: HttpAgent): Promise<HttpOutcome> {
  const secure = url.protocol === 'https:';
  return new Promise((resolve) => {
    let mayHaveLeft = false;
    let outgoing: ClientRequest | undefined;
    const end = (outcome: HttpOutcome) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const fail = (detail: string) => {
      end({ kind: mayHaveLeft ? 'no-answer' : 'not-sent', detail });
      outgoing?.destroy();
    };
    const timer = setTimeout(() => fail('deadline'), request.timeoutMs);
    try {
      const { method, headers, body = '' } = request;
      const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      outgoing = (secure ? httpsRequest : httpRequest)(url, { method, agent, headers: { ...headers, ...length } });
      outgoing.on('error', (error) => fail(codeOf(error)));
      outgoing.once('response', (answer) => readBody(answer, end, fail));
      outgoing.once('socket', (socket) => {
        // No byte of the request is written before the connection is open and, over TLS, the server is authenticated.
        if (outgoing?.reusedSocket || (!secure && !socket.connecting)) mayHaveLeft = true;
        else socket.once(secure ? 'secureConnect' : 'connect', () => (mayHaveLeft = true));
      });
      outgoing.end(body);
    } catch (error) {
      fail(codeOf(error)); // for example an invalid header
    }
  });
}

function readBody(answer: IncomingMessage, end: (outcome: HttpOutcome) => void, fail: (detail: string) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  answer.on('error', (error) => fail(codeOf(error)));
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) fail('answer too large');
    else chunks.push(chunk);
  });
  answer.once('end', () => {
    end({ kind: 'answered', status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
  });
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'error';
}
