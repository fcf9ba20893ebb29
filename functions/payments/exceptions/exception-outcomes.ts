/** Outcome of a closed exception: money returned; money retained; goods shipped; not a payment of this service. */
export const EXCEPTION_OUTCOMES = ['refunded', 'kept', 'shipped', 'not-ours'] as const;
export type ExceptionOutcome = (typeof EXCEPTION_OUTCOMES)[number];
