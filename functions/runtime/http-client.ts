import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { finished } from 'node:stream';
import type { Clock } from './clock.ts';

// Common servers close an idle connection after 5 s (Node, Apache) or later.
const MAX_IDLE_MS = 4_000;
const MAX_HEAD_BYTES = 65_536;

/** Codes of Node's errors when the other side has closed or reset the connection. */
export const RESETS = ['ECONNRESET', 'EPIPE'];
/** The code of the error that ends an exchange at its deadline. */
export const DEADLINE = 'deadline';

export interface ClientOptions extends Pick<AgentOptions, 'autoSelectFamilyAttemptTimeout' | 'ca' | 'lookup'> {
  clock: Clock;
  /** Accepts what the strict parser refuses. */
  insecureHTTPParser: boolean;
}

export interface OutgoingRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  /** From the look-up of the name to the end of the answer. */
  deadlineMs: number;
  /** It gets a connection of its own, so that it is never sent a second time. */
  isOnce?: boolean;
}

/** `received`: the first bytes of the answer. Unless `isSent` the request has certainly not left. */
export type Exchange =
  | { kind: 'head'; response: IncomingMessage }
  | { kind: 'failed'; error: NodeJS.ErrnoException; isSent: boolean; received: Buffer };

/** Sends a request and resolves at the end of the answer's head. Rejects only a header that HTTP does not allow. */
export type HttpClient = (request: OutgoingRequest) => Promise<Exchange>;

/**
 * Node's client, with connections of its own. The age of an idle connection is checked before use, because timers stand
 * still while Lambda freezes the environment. The server may have closed it nevertheless: a request on a reused
 * connection that is reset before the first byte of an answer is sent once more, on a new one. No redirect is followed.
 */
export function httpClient({ clock, insecureHTTPParser, ...connecting }: ClientOptions): HttpClient {
  const agentsOf = (keepAlive: boolean) => ({
    http: new HttpAgent({ ...connecting, keepAlive }),
    https: new HttpsAgent({ ...connecting, keepAlive }),
  });
  const kept = agentsOf(true);
  const single = agentsOf(false);
  const usedAt = new WeakMap<object, number>();

  const dropOld = ({ freeSockets }: HttpAgent) => {
    for (const socket of Object.values(freeSockets).flatMap((each) => each ?? [])) {
      if (clock() - (usedAt.get(socket) ?? 0) > MAX_IDLE_MS) socket.destroy();
    }
  };

  /** `isNew`: on a new connection, which is closed after the answer. */
  function begin({ method, url, headers, body }: OutgoingRequest, isNew: boolean) {
    const isTls = url.protocol === 'https:';
    const agent = (isNew ? single : kept)[isTls ? 'https' : 'http'];
    dropOld(agent);
    const target = new URL(url);
    target.hostname = url.hostname.replace(/\.$/, ''); // TLS has no name with a dot at its end (RFC 6066, section 3)
    const start = isTls ? requestHttps : requestHttp;
    const outgoing = start(target, {
      ...{ method, agent, insecureHTTPParser, maxHeaderSize: MAX_HEAD_BYTES },
      // Asked to close, a server may end the body by closing, which a cut looks like.
      headers: { ...headers, Connection: 'keep-alive' },
    });
    const { promise, resolve } = Promise.withResolvers<Exchange>();
    let open: { destroy(error: Error): unknown } = outgoing;
    let isSent = false;
    let received = Buffer.alloc(0);
    const keep = (bytes: Buffer) => {
      if (received.length < MAX_HEAD_BYTES) received = Buffer.concat([received, bytes]);
    };
    const send = () => {
      isSent = true;
      outgoing.end(body);
    };
    outgoing.once('socket', (socket) => {
      socket.prependListener('data', keep); // before the parser, which reports only the segment that it refuses
      if (outgoing.reusedSocket) send();
      else socket.once(isTls ? 'secureConnect' : 'connect', send); // the certificate has been verified
      outgoing.once('close', () => {
        socket.off('data', keep);
        usedAt.set(socket, clock());
      });
    });
    outgoing.once('response', (response) => {
      open = response;
      resolve({ kind: 'head', response });
    });
    const fail = (error: Error) => resolve({ kind: 'failed', error, isSent, received });
    outgoing.on('error', fail);
    outgoing.once('close', () => fail(codedError('ECONNRESET'))); // Node reports no error where a 101 closes it
    return { outgoing, exchange: promise, abort: () => open.destroy(codedError(DEADLINE)) };
  }

  return async (request) => {
    let begun = begin(request, request.isOnce ?? false);
    const deadline = setTimeout(() => begun.abort(), request.deadlineMs);
    let exchange = await begun.exchange;
    if (exchange.kind === 'failed' && begun.outgoing.reusedSocket && wasReset(exchange)) {
      begun = begin(request, true);
      exchange = await begun.exchange;
      if (exchange.kind === 'failed') exchange.isSent = true;
    }
    if (exchange.kind === 'failed') clearTimeout(deadline);
    else finished(exchange.response, () => clearTimeout(deadline));
    return exchange;
  };
}

const wasReset = ({ error, received }: Extract<Exchange, { kind: 'failed' }>) =>
  received.length === 0 && RESETS.includes(error.code ?? '');

/** The first bytes of the body. `error`: why it is incomplete; a longer body ends the connection. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<{ bytes: Buffer; error?: Error }> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of response) {
      pieces.push(piece);
      size += piece.length;
      if (size > maxBytes) break;
    }
  } catch (error) {
    return { bytes: Buffer.concat(pieces), error: error as Error };
  }
  return { bytes: Buffer.concat(pieces) };
}

function codedError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
