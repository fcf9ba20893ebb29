import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { httpServer } from '../../support/network/listening.ts';

/** A scripted bank's reaction to a call: an answer, silence, or a dropped connection before or in the answer. */
export type Reply = { status: number; body: string; type?: string } | 'silence' | 'reset' | 'reset-in-body';

export interface SeenCall {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/**
 * A local server with the answers that a test scripts for a bank: each route by the method and path of its calls.
 * `filled` may change the body of an answer by the call's.
 */
export async function startScripted<Route extends string>(
  routes: Record<Route, RegExp>,
  filled = (reply: string, _route: Route | undefined, _sent: string) => reply,
) {
  const replies = new Map<Route, Reply>();
  const seen: SeenCall[] = [];
  const isAt = (route: Route, { method, path }: SeenCall) => routes[route].test(`${method} ${path}`);
  const { origin, hangUp, stop } = await httpServer(async (request, response) => {
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    };
    seen.push(call);
    const route = (Object.keys(routes) as Route[]).find((name) => isAt(name, call));
    const reply = route && replies.get(route);
    play(reply ?? NO_PAGE, response, (body) => filled(body, route, call.body));
  });
  return {
    origin,
    seen,
    /** Scripts a route until further notice. */
    script: (route: Route, reply: Reply) => void replies.set(route, reply),
    seenAt: (route: Route) => seen.filter((call) => isAt(route, call)),
    hangUp,
    close: stop,
  };
}

const NO_PAGE = { status: 404, body: '<html>no such page</html>', type: 'text/html' };

function play(reply: Reply, response: ServerResponse, filled: (body: string) => string): void {
  if (reply === 'silence') return;
  if (reply === 'reset') return void response.socket?.resetAndDestroy();
  if (reply === 'reset-in-body') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '4000' });
    response.write('{"paymentStatus":"Pending"', () => response.socket?.resetAndDestroy());
    return;
  }
  response.writeHead(reply.status, { 'Content-Type': reply.type ?? 'application/json' }).end(filled(reply.body));
}
