import { Agent, request as httpRequest } from 'node:http';
import { fromAddress } from '../support/network/source-address.ts';

export interface ApiAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** One caller of the API with its own source address in 127.0.0.0/8. */
export interface ApiClient {
  get(path: string): Promise<ApiAnswer>;
  post(path: string, body: unknown): Promise<ApiAnswer>;
  close(): void;
}

let addresses = 0;

/** The next unused loopback address: the rate limit is per address. */
function nextAddress(): string {
  addresses += 1;
  return `127.${1 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** A client with one keep-alive connection and the merchant's key. */
export function apiClient(baseUrl: string, apiKey: string): ApiClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port, pathname } = new URL(baseUrl);
  const { localAddress, headers: named } = fromAddress(nextAddress());
  const headers = { authorization: `Bearer ${apiKey}`, ...named };
  const call = (method: string, path: string, sent?: unknown): Promise<ApiAnswer> => {
    const body = sent === undefined ? '' : JSON.stringify(sent);
    return new Promise((resolve, reject) => {
      const request = httpRequest({
        method,
        hostname,
        port,
        path: pathname + path,
        ...(localAddress && { localAddress }),
        family: 4,
        agent,
        headers: body
          ? { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
          : headers,
      });
      request.once('error', reject);
      request.once('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.once('end', () => {
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Record<string, unknown> });
        });
      });
      request.end(body);
    });
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    close: () => agent.destroy(),
  };
}
