/**
 * The endpoints of the merchants' API (§4, and the events): method and path below `/api/v1`, and the function of each.
 * To add one, begin here: the compiler then requires it in the stack, in the budgets of size and cold start, and in
 * their tests.
 */
export const PAYMENT_ROUTES = {
  'POST /payments/init': 'payments/init',
  'POST /payments/mbway': 'payments/mbway',
  'POST /payments/multibanco': 'payments/multibanco',
  'GET /payments/status': 'payments/status',
  'GET /events': 'events/feed',
} as const;

export type PaymentRoute = keyof typeof PAYMENT_ROUTES;
