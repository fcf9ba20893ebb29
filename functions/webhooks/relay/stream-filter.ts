import { SETTLED_FILTERS } from '../../payments/transitions.ts';

/** The attribute and value that tell a test event's item from a transaction (decision D11). */
export const TEST_KIND = 'test';

/**
 * Event filter patterns of the relay's stream mapping: every change into a terminal status, and the insert of a test
 * event. No other write to the table costs an invocation.
 */
export const STREAM_FILTERS: readonly Record<string, unknown>[] = [
  ...SETTLED_FILTERS,
  { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: [TEST_KIND] } } } },
];
