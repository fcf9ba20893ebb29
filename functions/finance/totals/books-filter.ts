import { REFUND_PREFIX } from '../../payments/settle/refund.ts';
import { SETTLED_FILTERS } from '../../payments/transitions.ts';

/** The stream's records that belong in the books: every change into a terminal status, and every refund. */
export const BOOKS_FILTERS: readonly Record<string, unknown>[] = [
  ...SETTLED_FILTERS,
  { eventName: ['INSERT'], dynamodb: { NewImage: { item: { S: [{ prefix: REFUND_PREFIX }] } } } },
];
