/**
 * The calls of the merchants' API (§4): method and path below `/api/v1`, and the function behind each. Adding one begins
 * here: the stack, the budgets of size and cold start and their tests follow this list by the compiler.
 */
export const PAYMENT_ROUTES = {
  'POST /payments/init': 'payments/init',
  'POST /payments/mbway': 'payments/mbway',
  'POST /payments/multibanco': 'payments/multibanco',
  'GET /payments/status': 'payments/status',
} as const;

export type PaymentRoute = keyof typeof PAYMENT_ROUTES;
