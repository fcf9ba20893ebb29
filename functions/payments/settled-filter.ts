import { statusesLeadingTo, TERMINAL_STATUSES } from './transitions.ts';

/**
 * Event filter patterns of the transactions' stream: a status that changed into a terminal one from a status it may come
 * from (the late payment included), generated from the transition table so that filter and rule cannot drift.
 */
export const SETTLED_FILTERS: readonly Record<string, unknown>[] = TERMINAL_STATUSES.map((status) => ({
  eventName: ['MODIFY'],
  dynamodb: {
    OldImage: { status: { S: statusesLeadingTo(status) } },
    NewImage: { status: { S: [status] } },
  },
}));
