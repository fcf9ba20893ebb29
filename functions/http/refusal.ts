/** Why a call is refused; the table below is the only place that knows the statuses (§7). */
export type RefusalKind = 'invalid' | 'unauthenticated' | 'inactive' | 'not-found' | 'over-limit' | 'bank';

const STATUS_CODES: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  inactive: 403,
  'not-found': 404,
  'over-limit': 429,
  bank: 502,
};

/** An error whose message is written for the caller. Anything else that is thrown is answered 500 without its text. */
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
