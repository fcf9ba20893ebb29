import { statusesLeadingTo, TERMINAL_STATUSES } from '../payments/transitions.ts';

/** The attribute and value that tell a test event's item from a transaction (decision D11). */
export const TEST_KIND = 'test';

/**
 * Event filter patterns of the relay's stream mapping: a status that changed into a terminal one from a status it may
 * come from (the late payment included), generated from the transition table so that filter and rule cannot drift;
 * and the insert of a test event. No other write to the table costs an invocation.
 */
export const STREAM_FILTERS: readonly Record<string, unknown>[] = [
  ...TERMINAL_STATUSES.map((status) => ({
    eventName: ['MODIFY'],
    dynamodb: {
      OldImage: { status: { S: statusesLeadingTo(status) } },
      NewImage: { status: { S: [status] } },
    },
  })),
  { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: [TEST_KIND] } } } },
];
