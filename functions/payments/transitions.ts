/** Where a transaction is (§3). */
export const STATUSES = ['pending', 'paid', 'failed', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];
export type TerminalStatus = Exclude<Status, 'pending'>;

/**
 * The cause of a transition. `bank-confirmed`: the bank confirmed that the money was received. `abandoned`: the push was
 * neither accepted nor refused. `never-started`: no method was started in the days after init.
 */
export const CAUSES = [
  'bank-confirmed',
  'bank-refused',
  'customer-refused',
  'expired',
  'abandoned',
  'never-started',
] as const;
export type Cause = (typeof CAUSES)[number];

/** One allowed step and its cause. */
export interface Transition {
  from: Status;
  cause: Cause;
  to: TerminalStatus;
}

/**
 * Every allowed step of a transaction (§3, decision D9). The conditions of the writes and the stream's filter are
 * generated from this table, so that they cannot drift.
 *
 * Terminal statuses are final with one exception, the late payment: the bank confirms money for a transaction that is
 * failed or cancelled. No transition leaves `paid`.
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

/** The status to which `cause` leads; every cause leads to exactly one. */
export function statusAfter(cause: Cause): TerminalStatus {
  const transition = TRANSITIONS.find((candidate) => candidate.cause === cause);
  if (!transition) throw new Error(`no transition has the cause ${cause}`);
  return transition.to;
}

/** The statuses in which `cause` is allowed; in any other it changes nothing. */
export function statusesBefore(cause: Cause): Status[] {
  return TRANSITIONS.filter((transition) => transition.cause === cause).map((transition) => transition.from);
}

/** The statuses from which `to` can be reached, for the stream's filter. */
export function statusesLeadingTo(to: TerminalStatus): Status[] {
  return [...new Set(TRANSITIONS.filter((transition) => transition.to === to).map((transition) => transition.from))];
}

/** The statuses that end a transaction; only a late payment leads out of one (§3, decision D9). */
export const TERMINAL_STATUSES: readonly TerminalStatus[] = STATUSES.filter((status) => status !== 'pending');

/**
 * Event filter patterns of the transactions' stream: a status that changed into a terminal one from a status that
 * allows it (late payments included). Generated from the transition table, so that filter and rule cannot drift.
 */
export const SETTLED_FILTERS = TERMINAL_STATUSES.map((status) => ({
  eventName: ['MODIFY'],
  dynamodb: {
    OldImage: { status: { S: statusesLeadingTo(status) } },
    NewImage: { status: { S: [status] } },
  },
}));
