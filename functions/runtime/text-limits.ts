/** Maximum characters of the reason for an action on an account or a delivery. */
export const MAX_REASON_CHARACTERS = 200;

/** Maximum characters of the note on a closed exception. */
export const MAX_NOTE_CHARACTERS = 500;

/** Maximum characters of a company's name, and of its contact. */
export const MAX_COMPANY_TEXT_CHARACTERS = 100;

/** Maximum characters of an order id (decision D1). */
export const MAX_ORDER_ID_CHARACTERS = 100;

/** Notes of an exception: it is read and written as a whole. */
export const MAX_NOTES = 20;
