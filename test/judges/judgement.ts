import type { Reply } from '../hosted/support/http-call.ts';
import type { Draft, Route } from './generated-requests.ts';
import { violationsOf } from './tools.ts';

/** The fields of each call's answer (§4, §2.1). */
const FIELDS: Record<Route, string[]> = {
  init: ['transactionId', 'amount', 'currency'],
  mbway: ['success', 'message'],
  multibanco: ['entity', 'reference', 'amount', 'expiresAt'],
  status: ['transactionId', 'externalOrderId', 'status', 'paymentMethod', 'amount', 'currency', 'paidAt', 'mb'],
};
/** Those described, those of any HTTP answer, API Gateway's own and Prism's. */
const HEADERS =
  /^(x-request-id|cache-control|x-ratelimit-(limit|remaining|reset)|retry-after|content-(type|length)|date|connection|keep-alive|transfer-encoding|x-amzn-(requestid|errortype)|sl-violations|access-control-[a-z-]+)$/;
/** Given by API Gateway, which does not know the state of the rate limit. */
const BY_GATEWAY = [401, 403, 429];

interface Known {
  orderId: unknown;
  amount: unknown;
  /** The answer of the start; absent without one, null when it is unclear. */
  started?: { route: Route; json: Reply['json'] } | null;
}

/** What is wrong with the answers, by Prism, by the specification, and by what was sent and answered before. */
export class Judgement {
  count = 0;
  readonly found: string[] = [];
  readonly counts: Record<Route, Record<number, number>> = { init: {}, mbway: {}, multibanco: {}, status: {} };
  /** How often a transaction was seen in each state: `paid MBWAY`. */
  readonly states: Record<string, number> = {};
  readonly #known = new Map<unknown, Known>();

  judge(draft: Draft, reply: Reply): void {
    const { route, sent, expected, answer, names, isBeyondSchema = isNotWholeCents(sent.body) } = draft;
    const { status, text, json, headers } = reply;
    const { request, response } = violationsOf(reply);
    const find = (what: string) =>
      this.found.push(`${route} ${JSON.stringify(sent.body ?? sent.query)}: ${status} ${text}: ${what}`);
    this.count += 1;
    this.counts[route][status] = (this.counts[route][status] ?? 0) + 1;
    if (response.length > 0) find(response.join(', '));
    if (!expected.includes(status)) find(`expected ${expected.join(' or ')}`);
    if (answer !== undefined && status === 200 && text !== answer) find(`a repeat of ${answer}`);
    if (status === 200 && request.length > 0) find(`accepted, but ${request.join(', ')}`);
    if (status === 400 && request.length === 0 && !isBeyondSchema) find('the description allows the request');
    if (status === 400 && names && !String(json.error).startsWith(names)) find(`the text does not name ${names}`);
    const fields = status === 200 ? FIELDS[route] : ['error'];
    for (const name of Object.keys(json)) if (!fields.includes(name)) find(`unknown field ${name}`);
    for (const name of Object.keys(headers)) if (!HEADERS.test(name)) find(`unknown header ${name}`);
    for (const [name, time] of timesOf(json)) if (!time.endsWith('Z')) find(`${name} is not in UTC (§2.1)`);
    if (!BY_GATEWAY.includes(status) && headers['x-ratelimit-remaining'] === undefined)
      find('no state of the rate limit');
    if (status === 200) for (const broken of this.#brokenBy(draft, json)) find(broken);
    if (status === 502) this.#know(draft, null);
  }

  /** What an answer says that is not what was sent and answered before (§2.1, §4). */
  #brokenBy(draft: Draft, json: Reply['json']): string[] {
    const { route, sent, answer } = draft;
    const body = bodyOf(sent.body);
    if (route === 'init') {
      const { transactionId, amount } = json;
      const isKnown = this.#known.has(transactionId);
      if (!isKnown) this.#known.set(transactionId, { orderId: body.orderId, amount: body.amount });
      return [
        ...(amount === body.amount ? [] : ['another amount']),
        ...(isKnown === (answer !== undefined) ? [] : ['the id of another transaction']),
      ];
    }
    if (route !== 'status') {
      this.#know(draft, { route, json });
      if (route === 'mbway')
        return json.success === true && /4 minutes/.test(String(json.message)) ? [] : ['no window (§4.2)'];
      return json.amount === this.#known.get(body.transactionId)?.amount ? [] : ['another amount'];
    }
    return this.#brokenStatus(String(new URLSearchParams(sent.query).get('transactionId')), json);
  }

  #brokenStatus(id: string, json: Reply['json']): string[] {
    const { transactionId, externalOrderId, amount, status, paymentMethod, paidAt, mb } = json;
    const state = `${status} ${paymentMethod}`;
    this.states[state] = (this.states[state] ?? 0) + 1;
    const { orderId, amount: created, started } = this.#known.get(id) ?? {};
    const wrong = [
      ...(transactionId === id ? [] : ['another transaction']),
      ...(externalOrderId === orderId && amount === created ? [] : ['another order or amount']),
      ...((status === 'paid') === (paidAt !== null) ? [] : ['a time without a payment, or none with it']),
      ...((mb !== undefined) === (paymentMethod === 'REFERENCE') ? [] : ['mb without a reference, or none with it']),
    ];
    if (started === null) return wrong;
    const method = started && (started.route === 'mbway' ? 'MBWAY' : 'REFERENCE');
    if (paymentMethod !== (method ?? null)) wrong.push(`not the method that was started: ${method}`);
    if (started?.route === 'multibanco') {
      const { amount: _, ...reference } = started.json;
      if (JSON.stringify(sorted(mb)) !== JSON.stringify(sorted(reference))) wrong.push('another reference');
    }
    return wrong;
  }

  #know({ sent }: Draft, started: Known['started']): void {
    const known = this.#known.get(bodyOf(sent.body).transactionId);
    if (known) known.started ??= started;
  }
}

/** A part of a cent, which JSON Schema cannot refuse: `multipleOf: 0.01` would refuse 0.07 in most validators. */
function isNotWholeCents(body: unknown): boolean {
  const { amount } = bodyOf(body);
  return typeof amount === 'number' && !/^\d+(\.\d{1,2})?$/.test(String(amount));
}

function bodyOf(body: unknown): Record<string, unknown> {
  return (typeof body === 'string' ? JSON.parse(body) : (body ?? {})) as Record<string, unknown>;
}

function timesOf({ expiresAt, paidAt, mb }: Reply['json']): [name: string, time: string][] {
  const times = Object.entries({ expiresAt, paidAt, mb: (mb as { expiresAt?: unknown } | undefined)?.expiresAt });
  return times.filter((each): each is [string, string] => typeof each[1] === 'string');
}

function sorted(value: unknown): [string, unknown][] {
  return Object.entries(value ?? {}).sort(([left], [right]) => left.localeCompare(right));
}
