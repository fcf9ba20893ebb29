import * as z from 'zod/mini';
import type { HttpCall, HttpOutcome } from '../http-call.ts';

import type { PaymentsQuery, PushOrder, ReferenceOrder } from './wire.ts';

const key = z.string().check(z.minLength(1));

/** The secret of an ifthenpay account: one JSON object, filled in by the operator (generated for the simulator). */
export const ifthenpayCredentials = z.object({
  /** For MB WAY, such as `ABC-123456`. */
  mbWayKey: key,
  /** For dynamic Multibanco references, such as `MBK-000000`. */
  mbKey: key,
  /** For the list of received payments, which has payments without a known request id. */
  backofficeKey: key,
  /** Chosen by us and sent in each callback. ifthenpay accepts 50 characters; fewer than 16 could be guessed. */
  antiPhishingKey: z.string().check(z.minLength(16), z.maxLength(50)),
});
export type IfthenpayCredentials = z.infer<typeof ifthenpayCredentials>;

/** The four calls of ifthenpay that we use. */
export interface IfthenpayGateway {
  push(order: Omit<PushOrder, 'mbWayKey'>): Promise<HttpOutcome>;
  reference(order: Omit<ReferenceOrder, 'mbKey'>): Promise<HttpOutcome>;
  /** The status of a push by its request id. */
  status(requestId: string): Promise<HttpOutcome>;
  /** The received payments of an order or request id, or of a period; the newest 1,000 of them. */
  payments(query: PaymentsQuery): Promise<HttpOutcome>;
}

// A start may follow two inquiries in one request of API Gateway, and all must end within it.
const START_TIMEOUT_MS = 10_000;
const INQUIRY_TIMEOUT_MS = 5_000;

/** Calls ifthenpay at `baseUrl`, such as `https://api.ifthenpay.com`. The keys are the authorisation. */
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
    push: (order) => post('/spg/payment/mbway', { mbWayKey, ...order }, START_TIMEOUT_MS),
    reference: (order) => post('/multibanco/reference/init', { mbKey, ...order }, START_TIMEOUT_MS),
    status: (requestId) => {
      const query = new URLSearchParams({ mbWayKey, requestId });
      return call({
        method: 'GET',
        url: `${root}/spg/payment/mbway/status?${query}`,
        headers,
        timeoutMs: INQUIRY_TIMEOUT_MS,
      });
    },
    payments: (query) => post('/v2/payments/read', { boKey: backofficeKey, ...query }, INQUIRY_TIMEOUT_MS),
  };
}
