import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { fromAddress } from '../../support/network/source-address.ts';

/** The parts of a request besides method and path. */
export interface Sent {
  /** Sent as `Authorization: Bearer …`. Null or absent sends no such header. */
  key?: string | null;
  /**
   * Text and bytes are sent unchanged, anything else as JSON; as `application/json` unless `headers` has another type.
   */
  body?: unknown;
  /** Names are sent in this case. Undefined omits a header. */
  headers?: Record<string, string | string[] | undefined>;
  /** The source address, any of 127.0.0.0/8, which the service meters. */
  localAddress?: string;
}

export interface Reply {
  status: number;
  /** By name in lower case. */
  headers: Record<string, string>;
  text: string;
  /** The body as JSON, or undefined if it is not JSON. */
  json: Record<string, unknown>;
}

/** A request as `httpCall` sends it. */
export interface Call {
  origin: string;
  method: string;
  path: string;
  sent: Sent;
}

let listener: ((call: Call, reply: Reply) => void) | undefined;

/** Calls `then` after each answer. */
export function onExchange(then: typeof listener): void {
  listener = then;
}

/**
 * Sends one HTTP/1.1 request, which may be malformed, over a separate connection. `path` is sent unchanged.
 * `platform`: how the source address is sent, as `fromAddress` knows it.
 */
export async function httpCall(
  origin: string,
  method: string,
  path: string,
  sent: Sent = {},
  platform: string = process.platform,
): Promise<Reply> {
  const reply = await answerTo(origin, method, path, sent, platform);
  listener?.({ origin, method, path, sent }, reply);
  return reply;
}

function answerTo(origin: string, method: string, path: string, sent: Sent, platform: string): Promise<Reply> {
  const { port } = new URL(origin);
  const body = bodyOf(sent.body);
  const { localAddress, headers: named } = fromAddress(sent.localAddress, platform);
  const headers = { ...headersOf(sent, body), ...named };
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      method,
      host: '127.0.0.1',
      port,
      path,
      headers,
      agent: false,
      ...(localAddress && { localAddress }),
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        const answered = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(answered) as Record<string, string>,
          text,
          json: parsed(text),
        });
      });
    });
    request.end(body);
  });
}

function bodyOf(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function headersOf({ key, headers = {} }: Sent, body: Buffer | undefined): OutgoingHttpHeaders {
  const all = {
    ...(key != null && { Authorization: `Bearer ${key}` }),
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }),
    ...headers,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as OutgoingHttpHeaders;
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { notJson: text };
  }
}
