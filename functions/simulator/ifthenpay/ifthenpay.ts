import { type Answer, controlRefusal } from '../sibs/refusal.ts';
import type { WebRequest } from '../web.ts';
import type { IfthenpayDependencies } from './accounts.ts';
import { ifthenpayActivation } from './activation.ts';
import { ifthenpayPush } from './push.ts';
import { ifthenpayPayments, ifthenpayStatus } from './questions.ts';
import { ifthenpayReference } from './reference.ts';

type Endpoint = (request: WebRequest, dependencies: IfthenpayDependencies) => Promise<Answer>;

/** Endpoints by the end of the route: both of ifthenpay's base addresses have the same ones. */
const ENDPOINTS: readonly [end: string, Endpoint][] = [
  ['/spg/payment/mbway', ifthenpayPush],
  ['/spg/payment/mbway/status', ifthenpayStatus],
  ['/multibanco/reference/init', ifthenpayReference],
  ['/v2/payments/read', ifthenpayPayments],
  ['/endpoint/callback/activation', ifthenpayActivation],
];

/** The simulated ifthenpay: MB WAY v2, dynamic Multibanco references, the list of payments, and callback URLs. */
export async function ifthenpay(request: WebRequest, dependencies: IfthenpayDependencies): Promise<Answer> {
  const [, endpoint] = ENDPOINTS.find(([end]) => request.resource.endsWith(end)) ?? [];
  if (!endpoint) throw controlRefusal(404, 'no such endpoint');
  return endpoint(request, dependencies);
}
