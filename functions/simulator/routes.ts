import type { Provider } from './accounts.ts';
import { CONTROL_ENDPOINTS } from './control/control-endpoints.ts';

/** The path of SIBS's API, below the simulator's stage. */
export const SIBS_PATH = '/sibs/spg/v2';

/**
 * ifthenpay's two base addresses, `https://api.ifthenpay.com` and `https://ifthenpay.com/api`, below the simulator's
 * stage.
 */
const IFTHENPAY_PATH = '/ifthenpay';
const IFTHENPAY_BASES = [IFTHENPAY_PATH, `${IFTHENPAY_PATH}/api`];

/** The path of each provider's base URL, below the simulator's stage. */
export const BASE_PATHS = { sibs: SIBS_PATH, ifthenpay: IFTHENPAY_PATH } as const satisfies Record<Provider, string>;

export interface Route {
  method: 'GET' | 'POST';
  /** Path below the stage, as the REST API declares it and the event's `resource` has it. */
  path: string;
  /** `checkout` for `checkout.handler.ts`. */
  handler: 'checkout' | 'purchase' | 'reference' | 'inquiry' | 'ifthenpay' | 'control';
}

export const ROUTES: readonly Route[] = [
  { method: 'POST', path: `${SIBS_PATH}/payments`, handler: 'checkout' },
  { method: 'POST', path: `${SIBS_PATH}/payments/{transactionId}/mbway-id/purchase`, handler: 'purchase' },
  { method: 'POST', path: `${SIBS_PATH}/payments/{transactionId}/service-reference/generate`, handler: 'reference' },
  { method: 'GET', path: `${SIBS_PATH}/payments/{transactionId}/status`, handler: 'inquiry' },
  { method: 'GET', path: `${SIBS_PATH}/payments/status`, handler: 'inquiry' },
  ...IFTHENPAY_BASES.flatMap(ifthenpayRoutes),
  ...CONTROL_ENDPOINTS.map(({ method, path }): Route => ({ method, path, handler: 'control' })),
];

function ifthenpayRoutes(base: string): Route[] {
  return [
    { method: 'POST', path: `${base}/spg/payment/mbway`, handler: 'ifthenpay' },
    { method: 'GET', path: `${base}/spg/payment/mbway/status`, handler: 'ifthenpay' },
    { method: 'POST', path: `${base}/multibanco/reference/init`, handler: 'ifthenpay' },
    { method: 'POST', path: `${base}/v2/payments/read`, handler: 'ifthenpay' },
    { method: 'POST', path: `${base}/endpoint/callback/activation`, handler: 'ifthenpay' },
  ];
}
