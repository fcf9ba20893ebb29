import { appendFileSync } from 'node:fs';
import { type Call, directCall, type Reply, sendThrough } from '../e2e/support/http-call.ts';
import { type Prism, startPrism, violationsOf } from './tools.ts';

/** One line for each exchange that Prism has seen. */
export interface Judged {
  route: string;
  status: number;
  violations: string[];
}

/**
 * Loaded before the end-to-end tests: sends their calls of the payment API through Prism. Prism knows only the
 * endpoints, answers nothing to a body that is not JSON, and refuses one of megabytes itself; such calls go directly.
 */
const REPORT = process.env.JUDGED_CALLS ?? '';
const MAX_BODY_BYTES = 1_000_000;
const BASE_PATH = '/api/v1';
const ROUTES = ['POST /payments/init', 'POST /payments/mbway', 'POST /payments/multibanco', 'GET /payments/status'];
// One for each service.
const proxies = new Map<string, Promise<Prism>>();

sendThrough(async (call) => {
  const { origin, method, path, sent } = call;
  const route = `${method} ${path.replace(BASE_PATH, '').replace(/\?.*$/, '')}`;
  if (!path.startsWith(`${BASE_PATH}/`) || !ROUTES.includes(route) || !isForwardedUnchanged(call)) {
    return directCall(origin, method, path, sent);
  }
  const service = new URL(origin).origin;
  const started = proxies.get(service) ?? startPrism(service + BASE_PATH);
  proxies.set(service, started);
  const { url } = await started;
  // By the header: the connection to the service is Prism's.
  const reply = await directCall(url, method, path.slice(BASE_PATH.length), sent, 'through a proxy');
  const judged: Judged = { route, status: reply.status, violations: violationsOf(reply).response };
  appendFileSync(REPORT, `${JSON.stringify(judged)}\n`);
  return withoutReport(reply);
});

/** Whether Prism forwards the request as it is: it merges repeated headers, and sets a media type and a body of its own. */
function isForwardedUnchanged({ sent: { body, headers = {} } }: Call): boolean {
  if (Object.values(headers).some((value) => typeof value !== 'string')) return false;
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return true;
  if (body.length > MAX_BODY_BYTES) return false;
  try {
    const json: unknown = JSON.parse(body.toString());
    return typeof json === 'object' && json !== null;
  } catch {
    return false;
  }
}

function withoutReport({ headers: { 'sl-violations': _, ...headers }, ...reply }: Reply): Reply {
  return { ...reply, headers };
}
