import type { Provider } from './accounts.ts';
import { CONTROL_ROUTES } from './control/control-routes.ts';

/** The path of each provider's base URL, below the simulator's stage. */
export const BASE_PATHS = { sibs: '/sibs/spg/v2', ifthenpay: '/ifthenpay' } as const satisfies Record<Provider, string>;

const SIBS_ROUTES = [
  'POST /payments',
  'POST /payments/{transactionId}/mbway-id/purchase',
  'POST /payments/{transactionId}/service-reference/generate',
  'GET /payments/{transactionId}/status',
  'GET /payments/status',
] as const;
export type SibsRoute = (typeof SIBS_ROUTES)[number];

const IFTHENPAY_ROUTES = [
  'POST /spg/payment/mbway',
  'GET /spg/payment/mbway/status',
  'POST /multibanco/reference/init',
  'POST /v2/payments/read',
  'POST /endpoint/callback/activation',
] as const;
export type IfthenpayRoute = (typeof IFTHENPAY_ROUTES)[number];

export interface Route {
  method: 'GET' | 'POST';
  /** Path below the stage, as the REST API declares it and the event's `resource` has it. */
  path: string;
  handler: Provider | 'control';
}

export const ROUTES: readonly Route[] = [
  ...SIBS_ROUTES.map((route) => routeBelow(BASE_PATHS.sibs, route, 'sibs')),
  ...IFTHENPAY_ROUTES.map((route) => routeBelow(BASE_PATHS.ifthenpay, route, 'ifthenpay')),
  // ifthenpay's other base address, `https://ifthenpay.com/api`.
  ...IFTHENPAY_ROUTES.map((route) => routeBelow(`${BASE_PATHS.ifthenpay}/api`, route, 'ifthenpay')),
  ...CONTROL_ROUTES.map(({ route }) => routeBelow('/control', route, 'control')),
];

function routeBelow(base: string, route: string, handler: Route['handler']): Route {
  const [method = '', path = ''] = route.split(' ');
  return { method: method as Route['method'], path: base + path, handler };
}

/** A resource without the base path of its function. */
export function belowBase(resource: string): string {
  return resource.replace(/^\/(sibs\/spg\/v2|ifthenpay\/api|ifthenpay|control)(?=\/)/, '');
}
