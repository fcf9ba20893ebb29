import type { NotificationRequest } from '../../functions/banking/bank.ts';
import type { HttpCall, HttpOutcome } from '../../functions/banking/http-call.ts';

export type Method = 'MBWAY' | 'REFERENCE';

/**
 * What a start leads to: the answer to the call, and whether the customer gets the request: now, a minute later or
 * never.
 */
const MANNERS = {
  good: ['accepted', 'now'],
  lost: ['no-answer', 'now'],
  'lost-late': ['no-answer', 'later'],
  'lost-before': ['no-answer', 'never'],
  refused: ['phone', 'never'],
  'refused-sent': ['phone', 'now'],
  'amount-refused': ['amount', 'never'],
  'fault-sent': ['fault', 'now'],
  'no-checkout': ['unavailable', 'never'],
} as const satisfies Record<string, readonly [answer: string, request: 'now' | 'later' | 'never']>;
export type Manner = keyof typeof MANNERS;
export type StartAnswer = (typeof MANNERS)[Manner][0];

/** A push or reference, by the bank's books. */
export interface BankStart {
  method: Method;
  /** The bank's id of it. */
  bankId: string;
  /** The service's id of it: SIBS's merchant transaction id, ifthenpay's order id. */
  orderId: string;
  cents: number;
  reference: string;
  /** When the customer gets the request: infinite while there is none. */
  outFromMs: number;
  endsAtMs: number;
  /** Why the bank has refused it and sent nothing. */
  refusal?: StartAnswer;
}

/** Money that a customer has paid. */
export interface Money {
  /** The bank's id of the movement. */
  id: string;
  cents: number;
  atMs: number;
  /** When inquiries and ifthenpay's list begin to report it; at once if absent. */
  shownFromMs?: number;
  listedFromMs?: number;
  /** SIBS: its status of too small an amount. */
  isPartial?: boolean;
}

/** The content of a notification. */
export type Notice = { noticeId: string } & (
  | { kind: 'paid' | 'returned'; start: BankStart; money: Money }
  | { kind: 'foreign'; bankId: string; money: Money }
  | { kind: 'status'; start: BankStart; status: 'Pending' | 'Timeout' | 'Declined' }
);

/** How long a push can be confirmed. */
export const WINDOW_MS = 240_000;
const LATER_MS = 60_000;

/** Makes ids unique among the banks of a process. */
let made = 0;
let banks = 0;

const MAX_REFERENCES = 1_000;

/**
 * A bank with state, behind the adapter's port. It knows what a bank knows: the starts, and the money that the test
 * brings for its customers. Its only clock is the one that it is given. Nothing tells a test what customers did: the
 * test that plays them records it.
 */
export abstract class Bank {
  /** The bank as its adapter calls it, without a network. */
  abstract readonly call: HttpCall;
  /** Pauses in seconds before each repeat of an unacknowledged notification; then it is given up. */
  abstract readonly retryPausesS: readonly number[];
  readonly starts: BankStart[] = [];
  readonly nowMs: () => number;
  /** By bank id. */
  readonly #money = new Map<string, Money[]>();
  readonly #declinedAtMs = new Map<string, number>();
  readonly #firstReference: number;
  #issued = 0;
  /** How it reacts to the next starts. */
  manner: Manner = 'good';
  /** Inquiries before this time fail. */
  outageUntilMs = 0;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
    banks += 1;
    this.#firstReference = 100_000_000 + banks * MAX_REFERENCES;
  }

  /** A notification as it is sent. */
  abstract notification(notice: Notice): NotificationRequest;

  /** Money on the account for something that this service did not start. */
  readonly foreign: { bankId: string; orderId: string; money: Money }[] = [];

  receiveForeign(bankId: string, money: Money): string {
    const orderId = `FT-${bankId}`;
    this.foreign.push({ bankId, orderId, money: { ...money } });
    return orderId;
  }

  reset(): void {
    this.foreign.length = 0;
    this.starts.length = 0;
    this.#money.clear();
    this.#declinedAtMs.clear();
    this.#issued = 0;
    Object.assign(this, { manner: 'good', outageUntilMs: 0 });
  }

  /** A customer pays; the bank accepts it at any time, and the test chooses when. */
  receive(bankId: string, money: Money): void {
    this.#money.set(bankId, [...(this.#money.get(bankId) ?? []), { ...money }]);
  }

  /** A customer refuses a push. */
  decline(bankId: string): void {
    this.#declinedAtMs.set(bankId, this.nowMs());
  }

  get isDown(): boolean {
    return this.nowMs() < this.outageUntilMs;
  }

  protected moneyOf({ bankId }: BankStart): readonly Money[] {
    return this.#money.get(bankId) ?? [];
  }

  protected declinedAtMs({ bankId }: BankStart): number | undefined {
    return this.#declinedAtMs.get(bankId);
  }

  /** A new start, of which the customer knows nothing yet. */
  protected register(facts: Pick<BankStart, 'method' | 'orderId' | 'cents'>, idPrefix: string): BankStart {
    made += 1;
    const start: BankStart = {
      ...facts,
      bankId: idPrefix + String(made).padStart(20 - idPrefix.length, '0'),
      reference: '',
      outFromMs: Number.POSITIVE_INFINITY,
      endsAtMs: this.nowMs() + WINDOW_MS,
    };
    this.starts.push(start);
    return start;
  }

  /** Begins a start as `manner` says, and returns which answer it gets. */
  protected begin(start: BankStart): StartAnswer {
    const [answer, request] = MANNERS[this.manner];
    if (request !== 'never') {
      start.outFromMs = this.nowMs() + (request === 'later' ? LATER_MS : 0);
      if (start.method === 'REFERENCE') start.reference = String(this.#firstReference + ++this.#issued);
    }
    if (request === 'never' && answer !== 'no-answer') start.refusal = answer;
    return answer;
  }
}

export const NO_ANSWER: HttpOutcome = { kind: 'no-answer', detail: 'deadline' };

export function answered(content: object, status = 200): HttpOutcome {
  return { kind: 'answered', status, body: JSON.stringify(content) };
}
