/** Where SIBS's own paths begin, below the simulator's stage. */
export const SIBS_PATH = '/sibs/spg/v2';

export interface Route {
  method: 'GET' | 'POST';
  /** Below the stage; as a REST API declares it, and hands it to the function as `resource`. */
  path: string;
  /** `checkout` for `checkout.handler.ts`. */
  handler: 'checkout' | 'purchase' | 'reference' | 'inquiry' | 'control';
}

export const ROUTES: readonly Route[] = [
  { method: 'POST', path: `${SIBS_PATH}/payments`, handler: 'checkout' },
  { method: 'POST', path: `${SIBS_PATH}/payments/{transactionId}/mbway-id/purchase`, handler: 'purchase' },
  { method: 'POST', path: `${SIBS_PATH}/payments/{transactionId}/service-reference/generate`, handler: 'reference' },
  { method: 'GET', path: `${SIBS_PATH}/payments/{transactionId}/status`, handler: 'inquiry' },
  { method: 'GET', path: `${SIBS_PATH}/payments/status`, handler: 'inquiry' },
  { method: 'GET', path: '/control/payments/{transactionId}', handler: 'control' },
  { method: 'POST', path: '/control/payments/{transactionId}/approve', handler: 'control' },
  { method: 'POST', path: '/control/payments/{transactionId}/reject', handler: 'control' },
  { method: 'POST', path: '/control/references/{entity}/{reference}/pay', handler: 'control' },
];
