import * as z from 'zod/mini';
import type { HttpCall, HttpOutcome } from '../http-call.ts';

import type { PushOrder, ReferenceOrder } from './wire.ts';

const key = z.string().check(z.minLength(1));

/** The secret of an ifthenpay account: one JSON object, put in by the operator (generated for the simulator). */
export const ifthenpayCredentials = z.object({
  /** Opens MB WAY: such as `ABC-123456`. */
  mbWayKey: key,
  /** Opens dynamic Multibanco references: such as `MBK-000000`. */
  mbKey: key,
  /** Opens the list of received payments, by which a payment is found whose request id we never learnt. */
  backofficeKey: key,
  /** Ours to choose; each callback must carry it. ifthenpay takes 50 characters; fewer than 16 could be guessed. */
  antiPhishingKey: z.string().check(z.minLength(16), z.maxLength(50)),
});
export type IfthenpayCredentials = z.infer<typeof ifthenpayCredentials>;

export interface IfthenpayGateway {
  push(order: Omit<PushOrder, 'mbWayKey'>): Promise<HttpOutcome>;
  reference(order: Omit<ReferenceOrder, 'mbKey'>): Promise<HttpOutcome>;
  /** The status of a push by the request id of its answer. */
  status(requestId: string): Promise<HttpOutcome>;
  /** The received payments of one order id. */
  payments(orderId: string): Promise<HttpOutcome>;
}

// A start may come right after two questions in one request of API Gateway, which gives up after 29 s.
const START_MS = 10_000;
const QUESTION_MS = 5_000;

/** The four calls of ifthenpay that we use. `baseUrl` is such as `https://api.ifthenpay.com`. The keys are the authorisation. */
export function ifthenpayGateway(
  baseUrl: string,
  { mbWayKey, mbKey, backofficeKey }: IfthenpayCredentials,
  call: HttpCall,
): IfthenpayGateway {
  const root = baseUrl.replace(/\/+$/, '');
  const headers = { Accept: 'application/json' };
  const post = (path: string, body: object, timeoutMs: number) =>
    call({
      method: 'POST',
      url: root + path,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs,
    });

  return {
    push: (order) => post('/spg/payment/mbway', { mbWayKey, ...order }, START_MS),
    reference: (order) => post('/multibanco/reference/init', { mbKey, ...order }, START_MS),
    status: (requestId) => {
      const query = new URLSearchParams({ mbWayKey, requestId });
      return call({
        method: 'GET',
        url: `${root}/spg/payment/mbway/status?${query}`,
        headers,
        timeoutMs: QUESTION_MS,
      });
    },
    payments: (orderId) => post('/v2/payments/read', { boKey: backofficeKey, orderId }, QUESTION_MS),
  };
}
