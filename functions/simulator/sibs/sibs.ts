import type { SibsRoute } from '../routes.ts';
import type { Endpoint } from '../web.ts';
import { checkout } from './checkout.ts';
import { inquiry } from './inquiry.ts';
import { purchase, reference } from './start.ts';

/** The simulated SIBS Gateway 2.0: one-off payments by MB WAY and Multibanco reference. */
export const SIBS: Record<SibsRoute, Endpoint> = {
  'POST /payments': checkout,
  'POST /payments/{transactionId}/mbway-id/purchase': purchase,
  'POST /payments/{transactionId}/service-reference/generate': reference,
  'GET /payments/{transactionId}/status': inquiry,
  'GET /payments/status': inquiry,
};
