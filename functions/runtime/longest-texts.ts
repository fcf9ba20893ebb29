/** Maximum characters of the reason for an action on an account or a delivery. */
export const LONGEST_REASON = 200;

/** Maximum characters of the note on a closed exception. */
export const LONGEST_NOTE = 500;

/** Maximum characters of a company's name, and of its contact. */
export const LONGEST_COMPANY_TEXT = 100;

/** Maximum characters of an order id (decision D1). */
export const LONGEST_ORDER_ID = 100;
