import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PaymentMethod } from '../../../functions/banking/bank.ts';
import type { HttpCall, HttpOutcome } from '../../../functions/banking/http-call.ts';
import { transactionIdOf } from '../../../functions/banking/sibs/wire.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';

/**
 * How the bank reacts to a start. `lost-…`: its answer never arrives, before or after the push or reference went out.
 */
export const BEHAVIOURS = [
  'good',
  'unregistered',
  'amount-refused',
  'no-checkout',
  'lost-before',
  'lost-after',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** One movement of money, as the bank identifies it. */
export interface Movement {
  operationId: string;
  cents: number;
  atMs: number;
  /** Whether the service has acknowledged a notification for it. */
  isReported?: boolean;
}

/** The bank's record of one payment. */
export interface BankPayment {
  bankId: string;
  transactionId: string | null;
  method: PaymentMethod;
  cents: number;
  isStarted: boolean;
  state: 'waiting' | 'paid' | 'declined' | 'timed-out';
  endsAtMs: number;
  reference: string;
  /** Why the bank refused to start it. */
  refusedAs?: Behaviour;
  movements: Movement[];
}

export const ENTITY = '24000';
const WINDOW_MS = 240_000;
const OK = { statusCode: '000', statusMsg: 'Success' };

/** A bank that keeps state and a clock and uses SIBS's protocol. Its faults are set by `behaviour`. */
export class Bank {
  readonly payments = new Map<string, BankPayment>();
  readonly #nowMs: () => number;
  #registered = 0;
  #issued = 0;
  #moved = 0;
  behaviour: Behaviour = 'good';
  /** Whether status inquiries are answered. */
  isAnswering = true;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  reset(): void {
    this.payments.clear();
    this.#registered = 0;
    this.#issued = 0;
    this.#moved = 0;
    this.behaviour = 'good';
    this.isAnswering = true;
  }

  of(transactionId: string): BankPayment[] {
    return [...this.payments.values()].filter((payment) => payment.transactionId === transactionId);
  }

  startedOf(transactionId: string): BankPayment[] {
    return this.of(transactionId).filter(({ isStarted }) => isStarted);
  }

  /** Pushes and references that the customer can pay now. */
  live(transactionId: string): BankPayment[] {
    return this.startedOf(transactionId).filter(({ state }) => state === 'waiting');
  }

  /** Times out started payments whose window has passed, and returns them. */
  tick(): BankPayment[] {
    const isOver = ({ state, isStarted, endsAtMs }: BankPayment) =>
      state === 'waiting' && isStarted && endsAtMs <= this.#nowMs();
    const over = [...this.payments.values()].filter(isOver);
    for (const payment of over) payment.state = 'timed-out';
    return over;
  }

  /** Records money for a payment. */
  pay(payment: BankPayment, cents = payment.cents): Movement {
    payment.state = 'paid';
    const movement: Movement = { operationId: `op-${++this.#moved}`, cents, atMs: this.#nowMs() };
    payment.movements.push(movement);
    return movement;
  }

  /** Creates a payment without a start. */
  register(facts: Pick<BankPayment, 'transactionId' | 'method' | 'cents'> & { endsAtMs?: number }): BankPayment {
    this.#registered += 1;
    const bankId = `s2${String(this.#registered).padStart(12, '0')}`;
    const payment: BankPayment = {
      ...{ bankId, isStarted: false, state: 'waiting', reference: '', movements: [] },
      ...{ endsAtMs: this.#nowMs() + WINDOW_MS, ...facts },
    };
    this.payments.set(bankId, payment);
    return payment;
  }

  /** The bank as its adapter calls it, without a network. */
  readonly call: HttpCall = async ({ method, url, body = '' }) => {
    if (method === 'POST' && url.endsWith('/payments')) return this.#checkout(body);
    const [, bankId = '', action = ''] = /\/payments\/([^/]+)\/(.+)$/.exec(url) ?? [];
    const payment = this.payments.get(bankId);
    if (!payment) return answered({ returnStatus: { statusCode: 'E0501' } }, 404);
    return action === 'status' ? this.#inquiry(payment) : this.#start(payment);
  };

  #checkout(body: string): HttpOutcome {
    if (this.behaviour === 'no-checkout') return answered({}, 503);
    const { merchant, transaction } = JSON.parse(body);
    const endsAtMs = Date.parse(transaction.paymentReference?.finalDatetime ?? '');
    const { bankId } = this.register({
      transactionId: transactionIdOf(merchant.merchantTransactionId),
      method: transaction.paymentMethod[0],
      cents: Math.round(transaction.amount.value * 100),
      ...(endsAtMs > 0 && { endsAtMs }),
    });
    return answered({ transactionID: bankId, transactionSignature: 'sig==', returnStatus: OK });
  }

  #start(payment: BankPayment): HttpOutcome {
    if (this.behaviour === 'lost-before') return { kind: 'no-answer', detail: 'deadline' };
    if (this.behaviour === 'unregistered' || this.behaviour === 'amount-refused') {
      payment.state = 'declined';
      payment.refusedAs = this.behaviour;
      return declined(this.behaviour === 'amount-refused' ? '10.107.0003' : 'E0506');
    }
    // A checkout allows one push or reference.
    if (payment.isStarted) return declined('E0506');
    payment.isStarted = true;
    if (payment.method === 'REFERENCE') payment.reference = String(100_000_000 + ++this.#issued);
    if (this.behaviour === 'lost-after') return { kind: 'no-answer', detail: 'deadline' };
    return answered({ paymentStatus: 'Pending', ...referenceOf(payment, 'UNPAID'), returnStatus: OK });
  }

  #inquiry(payment: BankPayment): HttpOutcome {
    if (!this.isAnswering) return answered({}, 503);
    const { state, isStarted, method: paymentMethod } = payment;
    if (state === 'paid') return answered(paidReport(payment));
    if (state === 'declined') return declined('E0113');
    if (state === 'timed-out') return answered({ paymentStatus: 'Timeout', paymentMethod, returnStatus: OK });
    if (!isStarted) return answered({ paymentStatus: 'Pending', returnStatus: OK });
    const report = { paymentStatus: 'Pending', paymentMethod, returnStatus: OK };
    return answered({ ...report, ...referenceOf(payment, 'UNPAID') });
  }
}

/** Serves the bank over HTTP. An unanswered call drops the connection. */
export async function serveBank(bank: Bank): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    const body = await text(request).catch(() => '');
    const outcome = await bank.call({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: {},
      body,
      timeoutMs: 0,
    });
    if (outcome.kind !== 'answered') return void response.destroy();
    response.writeHead(outcome.status, { 'Content-Type': 'application/json' }).end(outcome.body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

/** Whether the bank has received the full amount. */
export function isPaid({ movements, cents }: BankPayment): boolean {
  return movements.some((movement) => movement.cents >= cents);
}

/** The one amount in the bank's answer: the movement that pays in full, otherwise the last one. In cents. */
export function reportedSum({ movements, cents }: BankPayment): number {
  return (movements.find((movement) => movement.cents >= cents) ?? movements.at(-1))?.cents ?? 0;
}

function paidReport(payment: BankPayment) {
  const { method } = payment;
  return {
    paymentStatus: 'Success',
    paymentMethod: method,
    paymentType: method === 'MBWAY' ? 'PURS' : 'PREF',
    amount: { value: reportedSum(payment) / 100, currency: 'EUR' },
    ...referenceOf(payment, 'PAID'),
    returnStatus: OK,
  };
}

function referenceOf({ method, reference, endsAtMs }: BankPayment, status: 'PAID' | 'UNPAID') {
  if (method === 'MBWAY') return {};
  return { paymentReference: { entity: ENTITY, reference, expireDate: isoTime(endsAtMs), status } };
}

function declined(statusCode: string): HttpOutcome {
  return answered({ paymentStatus: 'Declined', returnStatus: { statusCode } });
}

function answered(content: object, status = 200): HttpOutcome {
  return { kind: 'answered', status, body: JSON.stringify(content) };
}
