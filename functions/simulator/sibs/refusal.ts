import { Refusal } from '../web.ts';

/**
 * The bank's refusals.
 *
 * Published: 401 in the API gateway's own JSON; HTTP 400 with E0101 for an invalid request, 404 for an unknown
 * resource, 409 for a conflict with the present state, 503 with T9999 for a passing condition (status code pages of
 * the gateway); 12.110.1201 for wrong amount, dates, entity or terminal of a reference (result codes); E0501 invalid
 * data and E0504 alias format (sandbox codes).
 *
 * Not published, and chosen here:
 * | What | Choice |
 * |---|---|
 * | transactionID that does not exist, with Digest | 401, as for a wrong signature |
 * | transactionID of another account, with Bearer | 404 with E0101, as if it did not exist |
 * | repeated merchantTransactionId | 409 with E0101 |
 * | terminal that is not the caller's | 400 with E0101 |
 * | second start, expired checkout, method not in the checkout | 409 with E0501, without effect |
 * | phone not in the form of an alias | 400 with E0504; the checkout stays usable |
 * | life of a checkout | 15 minutes |
 * | Timeout of a push | 000 with paymentStatus Timeout, in the inquiry and the notification |
 * | end of a reference | no notification; the inquiry answers Timeout, E0612 and EXPIRED |
 * | paymentType when a reference is generated | PREF |
 */
const REFUSALS = {
  invalid: { httpStatus: 400, statusCode: 'E0101', statusMsg: 'Invalid request' },
  terminal: { httpStatus: 400, statusCode: 'E0101', statusMsg: 'Terminal is not the caller’s' },
  'reference-data': { httpStatus: 400, statusCode: '12.110.1201', statusMsg: 'Wrong data for a reference' },
  'phone-format': { httpStatus: 400, statusCode: 'E0504', statusMsg: 'Alias format' },
  unknown: { httpStatus: 404, statusCode: 'E0101', statusMsg: 'Transaction not found' },
  repeated: { httpStatus: 409, statusCode: 'E0101', statusMsg: 'merchantTransactionId was used before' },
  'method-not-offered': { httpStatus: 409, statusCode: 'E0501', statusMsg: 'Payment method is not in the checkout' },
  'already-started': { httpStatus: 409, statusCode: 'E0501', statusMsg: 'A payment was already started' },
  expired: { httpStatus: 409, statusCode: 'E0501', statusMsg: 'Checkout has expired' },
  amount: { httpStatus: 400, statusCode: '10.107.0002', statusMsg: 'Amount is outside the limits of the terminal' },
  unavailable: { httpStatus: 503, statusCode: 'T9999', statusMsg: 'Temporarily unavailable' },
} as const;
export type RefusalKind = keyof typeof REFUSALS;

/** A refusal by the payment gateway itself. `description` names the field or rule, never the value. */
export function refusal(kind: RefusalKind, description?: string): Refusal {
  const { httpStatus, statusCode, statusMsg } = REFUSALS[kind];
  const returnStatus = { statusCode, statusMsg, ...(description ? { statusDescription: description } : {}) };
  return new Refusal({ httpStatus, body: { returnStatus } }, kind);
}

/** A refusal by the API gateway in front of the payment gateway. */
export function unauthorized(moreInformation: string): Refusal {
  const body = { httpCode: '401', httpMessage: 'Unauthorized', moreInformation };
  return new Refusal({ httpStatus: 401, body }, 'unauthorized');
}
