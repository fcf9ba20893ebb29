/**
 * Outcome of an exception that a person closed: money returned; money retained; goods shipped; not a payment of this
 * service, which alone takes its money out of the sums.
 */
export const PERSON_OUTCOMES = ['refunded', 'kept', 'shipped', 'not-ours'] as const;
/** `confirmed`: closed by the service, since the bank has confirmed the movement, which is on record now. */
export const EXCEPTION_OUTCOMES = [...PERSON_OUTCOMES, 'confirmed'] as const;
export type PersonOutcome = (typeof PERSON_OUTCOMES)[number];
export type ExceptionOutcome = (typeof EXCEPTION_OUTCOMES)[number];
