import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { fromAddress } from '../../support/source-address.ts';

/** What one request carries besides its method and path. */
export interface Sent {
  /** Becomes `Authorization: Bearer …`; null or absent sends no such header. */
  key?: string | null;
  /** Text and bytes go as they are, anything else as JSON; each as `application/json` unless `headers` says otherwise. */
  body?: unknown;
  /** Names go out in the case given here; undefined leaves one out. */
  headers?: Record<string, string | string[] | undefined>;
  /** Any of 127.0.0.0/8: the address the service meters. */
  localAddress?: string;
}

export interface Reply {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  text: string;
  /** The body as JSON, or undefined when it is none. */
  json: Record<string, unknown>;
}

/** One HTTP/1.1 request over a connection of its own, so that malformed ones can be sent too. `path` is sent as it is. */
export function httpCall(origin: string, method: string, path: string, sent: Sent = {}): Promise<Reply> {
  const { port } = new URL(origin);
  const body = bodyOf(sent.body);
  const { localAddress, headers: named } = fromAddress(sent.localAddress);
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
