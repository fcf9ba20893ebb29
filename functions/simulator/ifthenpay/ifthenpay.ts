import type { IfthenpayRoute } from '../routes.ts';
import type { Endpoint } from '../web.ts';
import { activation } from './activation.ts';
import { push } from './push.ts';
import { payments, status } from './questions.ts';
import { reference } from './reference.ts';

/** The simulated ifthenpay: MB WAY v2, dynamic Multibanco references, the list of payments, and callback URLs. */
export const IFTHENPAY: Record<IfthenpayRoute, Endpoint> = {
  'POST /spg/payment/mbway': push,
  'GET /spg/payment/mbway/status': status,
  'POST /multibanco/reference/init': reference,
  'POST /v2/payments/read': payments,
  'POST /endpoint/callback/activation': activation,
};
