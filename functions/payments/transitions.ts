/** Where a transaction is (§3). */
export const STATUSES = ['pending', 'paid', 'failed', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];
export type TerminalStatus = Exclude<Status, 'pending'>;

/** What happened, named by its cause. `bank-confirmed` is the bank's own word that the money came. */
export type Cause = 'bank-confirmed' | 'bank-refused' | 'customer-refused' | 'expired' | 'abandoned' | 'never-started';

export interface Transition {
  from: Status;
  cause: Cause;
  to: TerminalStatus;
}

/**
 * Every allowed step of a transaction (§3, decision D9). The condition of each conditional write, the stream's filter and
 * the diagram in the documents are generated from this table, so none of them can drift from it.
 *
 * Terminal statuses are final with one declared exception, the late payment: money that the bank confirms after we
 * called the transaction failed or cancelled. Nothing ever leaves `paid`.
 */
export const TRANSITIONS: readonly Transition[] = [
  { from: 'pending', cause: 'bank-confirmed', to: 'paid' },
  { from: 'pending', cause: 'bank-refused', to: 'failed' },
  { from: 'pending', cause: 'customer-refused', to: 'failed' },
  { from: 'pending', cause: 'expired', to: 'cancelled' },
  { from: 'pending', cause: 'abandoned', to: 'cancelled' },
  { from: 'pending', cause: 'never-started', to: 'cancelled' },
  { from: 'failed', cause: 'bank-confirmed', to: 'paid' },
  { from: 'cancelled', cause: 'bank-confirmed', to: 'paid' },
];

/** The status `cause` leads to. Every cause leads to one status, wherever it is allowed to start. */
export function statusAfter(cause: Cause): TerminalStatus {
  const transition = TRANSITIONS.find((candidate) => candidate.cause === cause);
  if (!transition) throw new Error(`no transition has the cause ${cause}`);
  return transition.to;
}

/** The statuses from which `cause` may act; anywhere else it changes nothing. */
export function statusesBefore(cause: Cause): Status[] {
  return TRANSITIONS.filter((transition) => transition.cause === cause).map((transition) => transition.from);
}

/** The statuses from which `to` can be reached at all, for the stream's filter. */
export function statusesLeadingTo(to: TerminalStatus): Status[] {
  return [...new Set(TRANSITIONS.filter((transition) => transition.to === to).map((transition) => transition.from))];
}

export const TERMINAL_STATUSES: readonly TerminalStatus[] = ['paid', 'failed', 'cancelled'];

/**
 * Event filter patterns of the transactions' stream: a status that changed into a terminal one from a status that allows
 * it (late payments included). Generated from the transition table, so that filter and rule cannot drift.
 */
export const SETTLED_FILTERS: readonly Record<string, unknown>[] = TERMINAL_STATUSES.map((status) => ({
  eventName: ['MODIFY'],
  dynamodb: {
    OldImage: { status: { S: statusesLeadingTo(status) } },
    NewImage: { status: { S: [status] } },
  },
}));
