import fc from 'fast-check';
import type { Sent } from '../hosted/support/http-call.ts';

export type Route = 'init' | 'mbway' | 'multibanco' | 'status';

/** A request and the statuses that the specification allows for it (§4, §5.1, §7); our own rules are not asked. */
export interface Draft {
  route: Route;
  sent: Sent & { query?: string };
  expected: readonly number[];
  /** Of a repeat with the same `Idempotency-Key`: the answer of the first. */
  answer?: string;
  /** The field with which the text of a 400 begins. */
  names?: string;
  /** Wrong for a reason that no schema can express: a key that was used with another body. */
  isBeyondSchema?: boolean;
}

export interface Callers {
  key: string;
  /** The key of a suspended merchant. */
  suspendedKey: string;
  /** The key of another merchant, and a transaction of theirs. */
  otherKey: string;
  foreignId: string;
}

/** The statuses of each route without 500, as §4, §5.1, §7 and §8 give them. */
export const STATUSES: Record<Route, number[]> = {
  init: [200, 400, 401, 403, 429],
  mbway: [200, 400, 401, 403, 404, 429, 502],
  multibanco: [200, 400, 401, 403, 404, 429, 502],
  status: [200, 400, 401, 403, 404, 429],
};

const UNKNOWN_ID = 'tx_000000000000000000000000';
const PHONE = '910000000';
/** Of customers of the simulated bank who approve, reject, do not answer, and whose payment fails. */
const PHONES = [PHONE, PHONE, PHONE, '910000001', '910000002', '910000006'];
/** The simulated customer pays a reference of this amount. */
const PAID_AMOUNT = 771.01;
/** What the simulated bank answers with an error, so that nothing is started. */
const UNAVAILABLE_PHONE = '910000004';
const UNAVAILABLE_AMOUNTS = [772.01, 772.03];

const WRONG_INITS: [body: object, names: string][] = [
  [{}, 'orderId'],
  [{ orderId: 'ORDER-1' }, 'amount'],
  [{ orderId: '', amount: 1 }, 'orderId'],
  [{ orderId: 7, amount: 1 }, 'orderId'],
  [{ orderId: 'a\u0007', amount: 1 }, 'orderId'],
  [{ orderId: 'x'.repeat(101), amount: 1 }, 'orderId'],
  ...[0, -1, '10', 100_000, 10.505, null].map((amount): [object, string] => [{ orderId: 'ORDER-1', amount }, 'amount']),
  [{ orderId: 'ORDER-1', amount: 1, currency: 'USD' }, 'currency'],
];
const WRONG_IDS = [undefined, '', 7, null, [UNKNOWN_ID]];
const WRONG_PHONES = ['', '+351910000000', '810000000', '91000000', '9100000000', 910000000, null];
const WRONG_QUERIES = ['', 'transactionId=', `transactionId=${UNKNOWN_ID}&transactionId=x`];
const WRONG_KEYS = [null, 'sk_wrong', ''];
const WRONG_IDEMPOTENCY_KEYS = ['a b', 'x'.repeat(256)];

/**
 * Order ids of any characters but control characters, and but the replacement character of bytes that are not UTF-8.
 */
const orderId = fc
  .oneof(
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 100 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
  )
  .map((text) => text.replace(/[\p{Cc}\ufffd]/gu, '-'));
const cents = fc.integer({ min: 150, max: 9_999_999 });
const field = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('EUR', 10.5, 10.505, 0.07, 'ORDER-1', PHONE));
const fieldName = fc.constantFrom('orderId', 'amount', 'currency', 'transactionId', 'phoneNumber', 'extra');
const randomBody = fc.dictionary(fieldName, field, { maxKeys: 6 });

/** How many of the latest started transactions are read: those of some ten minutes. */
const READ_OF = 40;

/** Makes the requests of the merchants: good, bad in one way, and random. The same ones for the same seed. */
export class GeneratedRequests {
  readonly #callers: Callers;
  readonly #values: [orderId: string, cents: number, body: Record<string, unknown>][];
  #random: number;
  #keys = 0;
  /**
   * Transactions that were created and not started, and of these those at a bank that fails, and those whose reference
   * is paid.
   */
  readonly #fresh: string[] = [];
  readonly #failing: string[] = [];
  readonly #payable: string[] = [];
  readonly #started: string[] = [];
  /** Requests with an `Idempotency-Key`, and what they were answered. */
  readonly #answered: { draft: Draft; answer: string }[] = [];

  constructor(callers: Callers, seed: number) {
    this.#callers = callers;
    this.#values = fc.sample(fc.tuple(orderId, cents, randomBody), { numRuns: 5_000, seed });
    this.#random = seed;
  }

  /** Thirty requests; `withStarts`: of all routes, otherwise only of init and status. */
  round(withStarts: boolean): Draft[] {
    const bad = [
      this.#wrongInit(),
      this.#init(this.#value()[2], [200, 400]),
      {
        ...this.#withKey(this.#init({ orderId: 'ORDER-1', amount: 1 }, [400]), this.#next(WRONG_IDEMPOTENCY_KEYS)),
        names: 'Idempotency-Key',
      },
      ...this.#repeats(),
      this.#unauthorized('init'),
      this.#read(`transactionId=${encodeURIComponent(this.#wrongId())}`, [404]),
      { ...this.#read(this.#next(WRONG_QUERIES), [400]), names: 'transactionId' },
      this.#unauthorized('status'),
    ];
    const starts = withStarts
      ? [
          ...[this.#next(UNAVAILABLE_AMOUNTS), PAID_AMOUNT].map((amount) =>
            this.#init({ orderId: 'ORDER-1', amount, currency: 'EUR' }, [200]),
          ),
          ...this.#startsOf('mbway'),
          ...this.#startsOf('multibanco'),
        ]
      : [];
    const readable = [...this.#fresh.slice(-1), ...this.#started.slice(-READ_OF)];
    const reads = Array.from({ length: readable.length > 0 ? (withStarts ? 6 : 10) : 0 }, () =>
      this.#read(`transactionId=${this.#next(readable)}`, [200]),
    );
    const rest = [...bad, ...starts, ...reads];
    const good = Array.from({ length: 30 - rest.length }, () => {
      const [order, amountCents] = this.#value();
      return this.#init({ orderId: order, amount: amountCents / 100 }, [200]);
    });
    return [...good, ...rest];
  }

  /** Stores what a successful answer returned. */
  succeeded(draft: Draft, answer: Record<string, unknown>, text: string): void {
    const { route, sent } = draft;
    // A repeat created nothing.
    if (draft.answer !== undefined) return;
    if (route === 'init') {
      // Of another merchant.
      if (sent.key !== this.#callers.key) return;
      if (sent.headers) this.#answered.push({ draft, answer: text });
      const isFailing = UNAVAILABLE_AMOUNTS.includes(Number(answer.amount));
      const of = isFailing ? this.#failing : answer.amount === PAID_AMOUNT ? this.#payable : this.#fresh;
      of.push(String(answer.transactionId));
    } else if (route !== 'status') this.#started.push(String((sent.body as { transactionId: string }).transactionId));
  }

  /** Two good starts, one at a bank that fails, one that is wrong, one without a right to it. */
  #startsOf(route: 'mbway' | 'multibanco'): Draft[] {
    const payable = route === 'mbway' ? [] : this.#payable.splice(0, 1);
    const good = [...payable, ...this.#fresh.splice(0, 2 - payable.length)].map((id) =>
      this.#start(route, id, [200], this.#next(PHONES)),
    );
    const failing = (route === 'mbway' ? this.#fresh : this.#failing).splice(0, 1);
    const wrong = [
      () => this.#start(route, this.#wrongId(), [404]),
      () => ({ ...this.#start(route, this.#next(WRONG_IDS), [400]), names: 'transactionId' }),
      () => this.#post(route, this.#value()[2], [400, 404]),
      ...(route === 'mbway' ? [() => this.#wrongPhone()] : []),
    ];
    return [
      ...good,
      ...failing.map((id) => this.#start(route, id, [502], UNAVAILABLE_PHONE)),
      this.#next(wrong)(),
      this.#unauthorized(route),
    ];
  }

  #wrongPhone(): Draft {
    return { ...this.#start('mbway', UNKNOWN_ID, [400], this.#next(WRONG_PHONES)), names: 'phoneNumber' };
  }

  #wrongInit(): Draft {
    const [body, names] = this.#next(WRONG_INITS);
    return { ...this.#init(body, [400]), names };
  }

  #unauthorized(route: Route): Draft {
    const isSuspended = this.#next([true, false]);
    const key = isSuspended ? this.#callers.suspendedKey : this.#next(WRONG_KEYS);
    const body = { transactionId: UNKNOWN_ID, phoneNumber: PHONE, orderId: 'ORDER-1', amount: 1 };
    const sent = route === 'status' ? { query: `transactionId=${UNKNOWN_ID}` } : { body };
    return { route, sent: { ...sent, key }, expected: [isSuspended ? 403 : 401] };
  }

  #init(body: unknown, expected: number[]): Draft {
    const draft = this.#post('init', body, expected);
    if (this.#next([true, false])) return draft;
    return this.#withKey(draft, `key-${this.#keys++}`);
  }

  #withKey(draft: Draft, key: string): Draft {
    return { ...draft, sent: { ...draft.sent, headers: { 'Idempotency-Key': key } } };
  }

  /** A request again in another spelling, its key with another body, and with the key of another merchant. */
  #repeats(): Draft[] {
    const last = this.#answered.pop();
    if (!last) return [];
    const { draft, answer } = last;
    const body = draft.sent.body as { orderId: string; amount: number };
    const spelled = JSON.stringify(Object.fromEntries(Object.entries({ ...body, currency: 'EUR' }).reverse()), null, 1);
    const other = { ...body, ...this.#next([{ orderId: 'ANOTHER' }, { amount: body.amount === 5 ? 6 : 5 }]) };
    return [
      { ...draft, sent: { ...draft.sent, body: spelled }, answer },
      {
        ...draft,
        sent: { ...draft.sent, body: other },
        expected: [400],
        names: 'Idempotency-Key',
        isBeyondSchema: true,
      },
      { ...draft, sent: { ...draft.sent, key: this.#callers.otherKey } },
    ];
  }

  #start(route: Route, transactionId: unknown, expected: number[], phoneNumber: unknown = PHONE): Draft {
    return this.#post(route, { transactionId, ...(route === 'mbway' && { phoneNumber }) }, expected);
  }

  #read(query: string, expected: number[]): Draft {
    return { route: 'status', sent: { key: this.#callers.key, query }, expected };
  }

  #post(route: Route, body: unknown, expected: number[]): Draft {
    return { route, sent: { key: this.#callers.key, body }, expected };
  }

  #wrongId(): string {
    return this.#next([UNKNOWN_ID, this.#callers.foreignId, 'nonsense', '\u0000', 'é']);
  }

  #value(): [orderId: string, cents: number, body: Record<string, unknown>] {
    return this.#next(this.#values);
  }

  /** Any of the list; the same one in each run (Numerical Recipes' generator). */
  #next<Value>(list: readonly Value[]): Value {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return list[Math.floor((this.#random / 2 ** 32) * list.length)] as Value;
  }
}
