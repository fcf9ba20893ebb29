import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Clock } from './clock.ts';
import { HttpAnswer } from './http-answer.ts';

/** How long an idle connection is reused. Common servers close theirs after 5 s (Node, Apache) or later. */
export const MAX_IDLE_MS = 4_000;

/** Codes of errors that are not the network's. */
const CLOSED = 'ECONNRESET'; // as Node's own client reports a connection that is closed before the answer's end
export const UNREADABLE_ANSWER = 'ANSWER_UNREADABLE';
export const UNCLEAR_ANSWER = 'ANSWER_UNCLEAR';
export const TOO_LONG_ANSWER = 'ANSWER_TOO_LONG';

export interface OutgoingRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  /** A longer body ends the exchange. */
  maxBodyBytes: number;
  lookup?: LookupFunction;
}

/** Looking up and connecting; TLS handshake; connected, over TLS verified, so that the request may have left. */
export type Phase = 'connecting' | 'securing' | 'secured';

export interface Exchange {
  readonly phase: Phase;
  readonly answer: HttpAnswer;
  /** Resolves when the status is known, to undefined, or when it never will be, to the reason. It never rejects. */
  head: Promise<Error | undefined>;
  /** Resolves when the body is complete, to undefined, or when it never will be, to the reason. It never rejects. */
  end: Promise<Error | undefined>;
  /** Gives it up. */
  destroy(): void;
}

/** Where to connect to. */
export interface Peer {
  host: string;
  port: number;
  /** The name for TLS; empty where the host is an address. */
  servername: string;
  lookup?: LookupFunction;
  noDelay: true;
}

/** Sends one request. Throws on a header that HTTP does not allow. */
export type StartExchange = (request: OutgoingRequest) => Exchange;

interface Connection {
  origin: string;
  socket: Socket;
  /** The exchange that it is busy with; none while it is idle. `close`: without an error, the server sends no more. */
  busy?: { push(bytes: Buffer): void; close(error: Error | undefined): void } | undefined;
  idleUntilMs: number;
}

/**
 * HTTP/1.1 over connections that `connect` opens. One is used again only after an answer with exactly one well-formed
 * length or coding (`HttpAnswer.reusableForS`), and closed when anything arrives that was not asked for. The age is
 * checked before use because timers stop while Lambda freezes the environment. Nothing is sent a second time.
 */
export function httpConnections(connect: (peer: Peer) => Socket, clock: Clock): StartExchange {
  let idle: Connection[] = [];

  const reuseIdle = (origin: string) => {
    for (const { socket, idleUntilMs } of idle) if (clock() > idleUntilMs) socket.destroy();
    idle = idle.filter(({ socket }) => socket.writable);
    const index = idle.findLastIndex((connection) => connection.origin === origin);
    return index === -1 ? undefined : idle.splice(index, 1)[0];
  };
  const release = (connection: Connection, forMs: number) => {
    if (connection.socket.writableLength > 0) connection.socket.destroy(); // answered before the request was read
    connection.socket.unref();
    connection.idleUntilMs = clock() + Math.min(forMs, MAX_IDLE_MS);
    idle.push(connection);
  };

  return (request) => {
    const bytes = bytesOf(request);
    const answer = new HttpAnswer(request.maxBodyBytes);
    const head = Promise.withResolvers<Error | undefined>();
    const end = Promise.withResolvers<Error | undefined>();
    const reused = reuseIdle(request.url.origin);
    const connection = reused ?? open(connect, request);
    const { socket } = connection;
    let phase: Phase = 'connecting';
    const finish = (error?: Error) => {
      connection.busy = undefined;
      // The last second, in which the server may close it, is not used.
      const forMs = answer.reusableForS * 1_000 - 1_000;
      if (error || forMs <= 0) socket.destroy();
      // One turn later: what came with the answer has then been read, and over TLS the end of the write is known.
      else setImmediate(release, connection, forMs);
      head.resolve(error);
      end.resolve(error);
    };
    connection.busy = {
      push: (piece) => {
        answer.push(piece);
        if (answer.state === 'unreadable') return finish(codedError(UNREADABLE_ANSWER));
        if (answer.state !== 'head') head.resolve(undefined);
        if (answer.bodyBytes > request.maxBodyBytes) finish(codedError(TOO_LONG_ANSWER));
        else if (answer.state === 'unclear') finish(codedError(UNCLEAR_ANSWER));
        else if (answer.state === 'complete') finish();
      },
      close: (error) => {
        if (error) return finish(error);
        answer.end();
        if (answer.state === 'unclear') head.resolve(undefined);
        const codes = { unreadable: UNREADABLE_ANSWER, unclear: UNCLEAR_ANSWER, head: CLOSED, body: CLOSED };
        finish(answer.state === 'complete' ? undefined : codedError(codes[answer.state]));
      },
    };
    const send = () => {
      phase = 'secured';
      socket.write(bytes);
    };
    if (reused) {
      socket.ref();
      send();
    } else if (request.url.protocol === 'http:') {
      socket.once('connect', send);
    } else {
      socket.once('connect', () => (phase = 'securing'));
      socket.once('secureConnect', send);
    }
    return {
      get phase() {
        return phase;
      },
      answer,
      head: head.promise,
      end: end.promise,
      destroy: () => connection.busy?.close(codedError('ABORTED')),
    };
  };
}

function open(connect: (peer: Peer) => Socket, { url, lookup }: OutgoingRequest): Connection {
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443));
  const servername = isIP(host) ? '' : host;
  const socket = connect({ host, port, servername, noDelay: true, ...(lookup && { lookup }) });
  const connection: Connection = { origin: url.origin, socket, idleUntilMs: 0 };
  let error: Error | undefined;
  socket.on('data', (bytes: Buffer) => (connection.busy ? connection.busy.push(bytes) : socket.destroy()));
  socket.on('error', (first: Error) => (error ??= first));
  for (const event of ['end', 'close']) {
    socket.once(event, () => connection.busy?.close(error));
  }
  return connection;
}

function bytesOf({ method, url, headers, body }: OutgoingRequest): Buffer {
  const host = url.hostname.replace(/\.$/, '') + (url.port && `:${url.port}`);
  const lines = [`${method} ${url.pathname}${url.search} HTTP/1.1`];
  for (const [name, value] of Object.entries({ ...headers, Host: host, Connection: 'keep-alive' })) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines.push(`${name}: ${value}`);
  }
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

function codedError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
