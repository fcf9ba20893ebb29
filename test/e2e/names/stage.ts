import type { Answer, Receiver, Sent, Service } from './service.ts';
import type { Met } from './shapes.ts';

/** What every part of the story has at hand. */
export interface Stage {
  service: Service;
  receiver: Receiver;
  met: Met;
}

export interface Shop {
  merchantId: string;
  apiKey: string;
  webhookSecret: string;
}

/** The service's own routes, headers and bodies as they were used; `surface` is `METHOD /path` with names for ids. */
export async function api(
  { service, met }: Stage,
  route: string,
  sent: Sent,
  at: { query?: string; address?: string } = {},
) {
  const [method = '', path = ''] = route.split(' ');
  const answer = await service.call(method, `/api/v1${path}${at.query ?? ''}`, sent, at.address);
  const surface = `${route}: ${answer.status}`;
  met.add(surface, answer.json);
  met.names(`${surface} headers`, namedHeaders(answer));
  if (typeof answer.json.error === 'string') met.names('fields named by errors', fieldsIn(answer.json.error));
  return answer;
}

export async function control({ service, met }: Stage, route: string, path = route, body?: unknown): Promise<Answer> {
  const [method = '', address = ''] = path.split(' ');
  const answer = await service.call(method, `/simulator${address}`, { body });
  met.add(`${route}: ${answer.status}`, answer.json);
  return answer;
}

/** Advances the clock of the complete service. */
export async function advance({ service, met }: Stage, body: { advance: string } | { advanceMs: number }) {
  const answer = await service.call('POST', '/control/clock', { body });
  met.add(`POST /control/clock: ${answer.status}`, answer.json, JUMP_MAPS);
}

/** The service's time. */
export async function nowOf({ service, met }: Stage): Promise<string> {
  const { json } = await service.call('GET', '/control/clock');
  met.add('GET /control/clock', json);
  return String(json.now);
}

/** Functions by name. */
export const JUMP_MAPS = ['calls', 'steps[].calls'];

function namedHeaders({ headers }: Answer): string[] {
  const ofHttp = ['date', 'connection', 'keep-alive', 'content-length'];
  return headers.map((name) => name.toLowerCase()).filter((name) => !ofHttp.includes(name));
}

function fieldsIn(error: string): string[] {
  return error.match(/\b(orderId|amount|currency|transactionId|phoneNumber)\b/g) ?? [];
}
