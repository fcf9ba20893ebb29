import { Refusal } from '../sibs/refusal.ts';

/**
 * What the simulated ifthenpay refuses, and how. Its documents name statuses 100, 122 and 999 for a start, and an open
 * integration -1 for a key. Silent, so chosen here: HTTP 400 for a body that is not in the form (an order id that is too
 * long, an amount without two decimals), 113 of the older service for a phone that MB WAY does not know, 403 in the body
 * for the back office key as the list's own documents have it, and 123 for a request id that does not exist.
 */
export function wrongKey(): Refusal {
  return new Refusal({ httpStatus: 200, body: { Status: '-1', Message: 'Invalid key', RequestId: null } }, 'wrong key');
}

export function wrongForm(field: string): Refusal {
  return new Refusal({ httpStatus: 400, body: { Message: `Bad request: ${field}` } }, `form: ${field}`);
}
