/** Why a call is refused. */
export type RefusalKind = 'invalid' | 'unauthenticated' | 'inactive' | 'not-found' | 'over-limit' | 'bank';

/** The HTTP status of each kind (§7). */
const STATUS_CODES: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  inactive: 403,
  'not-found': 404,
  'over-limit': 429,
  bank: 502,
};

/** An error with a message for the caller. Any other error is answered 500 without its text. */
export class Refusal extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.name = 'Refusal';
    this.kind = kind;
  }

  get statusCode(): number {
    return STATUS_CODES[this.kind];
  }
}
