/** Admitted requests per address in any 60 s (§8). */
export const MAX_REQUESTS_PER_MINUTE = 30;

/** Limit of a request's body; the largest ordinary one has a few hundred bytes (decision D16). */
export const MAX_BODY_KB = 16;

/** Error texts of the payment API that are not about one field; texts about a field are beside its rule. */
export const MESSAGES = {
  bodyMissing: 'body is missing: send a JSON object',
  bodyNotJson: 'body is not valid JSON',
  bodyNotObject: 'body must be a JSON object',
  bodyTooLarge: `body is too large: at most ${MAX_BODY_KB} KB`,
  bodyNotUtf8: 'body must be UTF-8 text: it has bytes that are not, or U+FFFD in their place',
  mediaType: 'Content-Type must be application/json',
  parameterMalformed: 'a request parameter is malformed',
  notUnderstood: 'the request could not be understood',
  unauthenticated: 'Authorization header is missing or the API key is invalid: send "Authorization: Bearer <API_KEY>"',
  overLimit:
    `rate limit exceeded: ${MAX_REQUESTS_PER_MINUTE} requests per minute per IP address; ` +
    'retry after the seconds in Retry-After',
  notFound: 'resource not found: see the paths and methods of /api/v1',
  transactionNotFound: 'transaction not found: transactionId is unknown',
  internal: 'internal error of the service',
  bankUnavailable:
    'the banking network could not be reached; the transaction is still pending and the call may be repeated',
  bankFault:
    'the banking network refused the request for a reason on our side; ' +
    'the transaction is still pending and the call may be repeated later',
  bankUnknown:
    'the banking network did not answer clearly or in time; the payment may have started: ' +
    'read its status, or repeat the same call',
} as const;
