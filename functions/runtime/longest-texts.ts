/** Characters of a reason that a person gives for what is done to an account or a delivery. */
export const LONGEST_REASON = 200;

/** Characters of the note with which a person closes an exception. */
export const LONGEST_NOTE = 500;
