import type { BankStart } from '../../bank/bank.ts';
import type { Sibs } from '../../bank/sibs.ts';

/** One payment of a customer. */
export interface Movement {
  id: string;
  cents: number;
  atMs: number;
  /** Whether the service has acknowledged a notification for it. */
  isReported?: boolean;
}

/** What the customer of one push or reference did. */
export interface Customer {
  start: BankStart;
  transactionId: string;
  movements: Movement[];
  hasDeclined: boolean;
}

export type CustomerState = 'waiting' | 'paid' | 'declined' | 'timed-out';

/** The customers of a world, and the only record of what they did: the bank never reports it to a test. */
export class Customers {
  readonly #bank: Sibs;
  readonly #byStart = new Map<BankStart, Customer>();
  #moved = 0;

  constructor(bank: Sibs) {
    this.#bank = bank;
  }

  /** Of every start that the bank has registered, the earliest first. */
  all(): Customer[] {
    return this.#bank.starts.map((start) => {
      const known = this.#byStart.get(start);
      if (known) return known;
      // SIBS gets our id without `tx_`, and five random characters after a hyphen.
      const transactionId = `tx_${start.orderId.slice(0, -6)}`;
      const customer: Customer = { start, transactionId, movements: [], hasDeclined: false };
      this.#byStart.set(start, customer);
      return customer;
    });
  }

  of(transactionId: string): Customer[] {
    return this.all().filter((customer) => customer.transactionId === transactionId);
  }

  startedOf(transactionId: string): Customer[] {
    return this.of(transactionId).filter(isStarted);
  }

  stateOf({ start, movements, hasDeclined }: Customer): CustomerState {
    if (movements.length > 0) return 'paid';
    if (hasDeclined || start.refusal) return 'declined';
    return start.endsAtMs <= this.#bank.nowMs() && Number.isFinite(start.outFromMs) ? 'timed-out' : 'waiting';
  }

  /** Pushes and references that the customer can pay now. */
  live(transactionId: string): Customer[] {
    return this.startedOf(transactionId).filter((customer) => this.stateOf(customer) === 'waiting');
  }

  pay(customer: Customer, cents = customer.start.cents): Movement {
    this.#moved += 1;
    const movement: Movement = { id: `op-${this.#moved}`, cents, atMs: this.#bank.nowMs() };
    customer.movements.push(movement);
    this.#bank.receive(customer.start.bankId, movement);
    return movement;
  }

  decline(customer: Customer): void {
    customer.hasDeclined = true;
    this.#bank.decline(customer.start.bankId);
  }
}

/** Whether the push was sent or the reference issued. */
export function isStarted({ start }: Customer): boolean {
  return Number.isFinite(start.outFromMs);
}

/** Whether the full amount was paid. */
export function isPaid({ movements, start }: Customer): boolean {
  return movements.some((movement) => movement.cents >= start.cents);
}
