import type { Clock } from '../runtime/clock.ts';
import type { Schedule } from './actions.ts';
import type { IfthenpayAccounts } from './ifthenpay-accounts.ts';
import { ifthenpayPush } from './ifthenpay-push.ts';
import { ifthenpayPayments, ifthenpayStatus } from './ifthenpay-questions.ts';
import { ifthenpayReference } from './ifthenpay-reference.ts';
import { type Answer, controlRefusal } from './refusal.ts';
import type { Table } from './table.ts';
import type { Sleep } from './troubled.ts';
import type { WebRequest } from './web.ts';

export interface IfthenpayDependencies {
  table: Table;
  accounts: IfthenpayAccounts;
  schedule: Schedule;
  clock: Clock;
  sleep: Sleep;
}

type Endpoint = (request: WebRequest, dependencies: IfthenpayDependencies) => Promise<Answer>;

/** By the end of the route: both of ifthenpay's base addresses lead to the same. */
const ENDPOINTS: readonly [end: string, Endpoint][] = [
  ['/spg/payment/mbway', ifthenpayPush],
  ['/spg/payment/mbway/status', ifthenpayStatus],
  ['/multibanco/reference/init', ifthenpayReference],
  ['/v2/payments/read', ifthenpayPayments],
];

/** The simulated ifthenpay: MB WAY v2, dynamic Multibanco references and the list of received payments. */
export async function ifthenpay(request: WebRequest, dependencies: IfthenpayDependencies): Promise<Answer> {
  const [, endpoint] = ENDPOINTS.find(([end]) => request.resource.endsWith(end)) ?? [];
  if (!endpoint) throw controlRefusal(404, 'no such endpoint');
  return endpoint(request, dependencies);
}
