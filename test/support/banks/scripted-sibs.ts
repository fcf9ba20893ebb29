import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpCall, httpCaller } from '../../../functions/banking/http-call.ts';
import type { SibsCredentials } from '../../../functions/banking/sibs/gateway.ts';
import { sibsBank } from '../../../functions/banking/sibs/sibs.ts';

/** The scripted bank's reaction to a call: an answer, silence, or a dropped connection before or in the answer. */
export type Reply = { status: number; body: string; type?: string } | 'silence' | 'reset' | 'reset-in-body';

export interface SeenCall {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const ROUTES = {
  checkout: /^POST \/sibs\/spg\/v2\/payments$/,
  purchase: /^POST \/sibs\/spg\/v2\/payments\/[^/]+\/mbway-id\/purchase$/,
  generate: /^POST \/sibs\/spg\/v2\/payments\/[^/]+\/service-reference\/generate$/,
  status: /^GET \/sibs\/spg\/v2\/payments\/[^/]+\/status$/,
};
type Route = keyof typeof ROUTES;

export interface ScriptedSibs {
  baseUrl: string;
  seen: SeenCall[];
  /** Scripts a route until further notice. */
  script(route: Route, reply: Reply): void;
  seenAt(route: Route): SeenCall[];
  /** Ends every connection, including hanging ones. */
  hangUp(): void;
  close(): Promise<void>;
}

export const json = (content: unknown, status = 200): Reply => ({ status, body: JSON.stringify(content) });

/** A local server with the answers that a test scripts for SIBS. */
export async function startScriptedSibs(): Promise<ScriptedSibs> {
  const replies = new Map<Route, Reply>();
  const seen: SeenCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
      const route = routesOf().find((name) => ROUTES[name].test(`${method} ${url}`));
      play(
        (route && replies.get(route)) ?? { status: 404, body: '<html>no such page</html>', type: 'text/html' },
        response,
      );
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/sibs/spg/v2`,
    seen,
    script: (route, reply) => void replies.set(route, reply),
    seenAt: (route) => seen.filter(({ method, path }) => ROUTES[route].test(`${method} ${path}`)),
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function routesOf(): Route[] {
  return Object.keys(ROUTES) as Route[];
}

function play(reply: Reply, response: ServerResponse): void {
  if (reply === 'silence') return;
  if (reply === 'reset') return void response.socket?.resetAndDestroy();
  if (reply === 'reset-in-body') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '4000' });
    response.write('{"paymentStatus":"Pending"', () => response.socket?.resetAndDestroy());
    return;
  }
  response.writeHead(reply.status, { 'Content-Type': reply.type ?? 'application/json' });
  response.end(reply.body);
}

export const CREDENTIALS: SibsCredentials = {
  clientId: 'client-1',
  token: 'token-1',
  terminalId: 58019,
  entity: '24000',
  notificationKey: Buffer.alloc(32, 7).toString('base64'),
};

export const NOW_MS = Date.parse('2026-02-12T19:08:08.354Z');

/** The adapter against a scripted server. Calls with a path that ends in `impatientFor` have a short timeout. */
export function bankAgainst(sibs: ScriptedSibs, impatientFor?: string) {
  const clock = () => NOW_MS;
  const patient = httpCaller(clock);
  const call: HttpCall = (request) =>
    patient(impatientFor && request.url.endsWith(impatientFor) ? { ...request, timeoutMs: 150 } : request);
  return sibsBank({ account: { baseUrl: sibs.baseUrl }, credentials: CREDENTIALS, clock, call });
}
