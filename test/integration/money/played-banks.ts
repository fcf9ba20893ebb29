import type { PaymentMethod } from '../../../functions/banking/bank.ts';
import type { HttpCall, HttpOutcome } from '../../../functions/banking/http-call.ts';
import { seededRandom } from '../../chaos/world/seeded.ts';

export type Provider = 'sibs' | 'ifthenpay';

/** A payment of a customer, by the bank's clock. */
export interface Movement {
  id: string;
  cents: number;
  atMs: number;
}

/** One push or reference at the bank, with the customer's actions as its only facts. */
export interface BankStart {
  provider: Provider;
  method: PaymentMethod;
  /** The bank id: SIBS's transaction id, ifthenpay's order id. */
  bankId: string;
  /** ifthenpay's own id; for SIBS the same as `bankId`. */
  requestId: string;
  merchantTransactionId: string;
  cents: number;
  isOut: boolean;
  /** When the bank ends it, by its own clock. */
  endsAtMs: number;
  reference: string;
  movements: Movement[];
}

/**
 * How the bank reacts to the next start. `hidden`: the answer is lost, and an inquiry reports that nothing was
 * started, though the customer can pay.
 */
export type Manner = 'good' | 'phone-refused' | 'hidden';

const WINDOW_MS = 240_000;
const DAY_MS = 86_400_000;
const OK = { statusCode: '000', statusMsg: 'Success' };
const NO_ANSWER: HttpOutcome = { kind: 'no-answer', detail: 'deadline' };
export const ENTITY = '24000';

/** `dd-mm-yyyy hh:mm:ss` in Lisbon, computed without code of the product. */
export function lisbonText(atMs: number): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Lisbon',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).formatToParts(atMs);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('day')}-${part('month')}-${part('year')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

/**
 * SIBS and ifthenpay with shared state and a separate clock, connected to the real adapters without a network.
 */
export class PlayedBanks {
  readonly starts: BankStart[] = [];
  manner: Manner = 'good';
  /** The access token that SIBS accepts; null accepts any. */
  token: string | null = null;
  /** How far the bank's clock is ahead of our clock. */
  aheadMs = 0;
  /** How much longer than four minutes the bank keeps a push open. */
  windowLongerMs = 0;
  readonly #nowMs: () => number;
  readonly #random = seededRandom(20_261_122);
  readonly #hidden = new Set<BankStart>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  reset(): void {
    this.starts.length = 0;
    this.#hidden.clear();
    this.manner = 'good';
    this.token = null;
    this.aheadMs = 0;
    this.windowLongerMs = 0;
  }

  /** The bank's own time. */
  nowMs(): number {
    return this.#nowMs() + this.aheadMs;
  }

  isOpen(start: BankStart): boolean {
    return start.isOut && start.movements.length === 0 && this.nowMs() < start.endsAtMs;
  }

  /** A customer pays; the bank accepts it at any time, and the test chooses when. */
  pay(start: BankStart, cents = start.cents): Movement {
    const movement = { id: this.#id('S', 12), cents, atMs: this.nowMs() };
    start.movements.push(movement);
    return movement;
  }

  readonly call: HttpCall = async ({ method, url, headers, body = '' }) => {
    const { pathname, searchParams } = new URL(url);
    const { Authorization = '' } = headers;
    const isKnown =
      this.token === null || !Authorization.startsWith('Bearer ') || Authorization === `Bearer ${this.token}`;
    if (!isKnown) return answered({ httpCode: '401', httpMessage: 'Unauthorized' }, 401);
    if (pathname.includes('/sibs/')) return this.#sibs(method, pathname, body);
    if (pathname.endsWith('/payments/read')) return this.#listed(JSON.parse(body).orderId);
    if (pathname.endsWith('/mbway/status')) return this.#pushStatus(searchParams.get('requestId') ?? '');
    return this.#ifthenpayStart(pathname.endsWith('/init') ? 'REFERENCE' : 'MBWAY', JSON.parse(body));
  };

  #sibs(method: string, path: string, body: string): HttpOutcome {
    if (method === 'POST' && path.endsWith('/payments')) {
      const { merchant, transaction } = JSON.parse(body);
      const start = this.#begun('sibs', transaction.paymentMethod[0], Math.round(transaction.amount.value * 100));
      start.merchantTransactionId = merchant.merchantTransactionId;
      start.endsAtMs = Date.parse(transaction.paymentReference?.finalDatetime ?? '') || start.endsAtMs;
      return answered({ transactionID: start.bankId, transactionSignature: 'sig==', returnStatus: OK });
    }
    const [, bankId, action] = /\/payments\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const start = this.starts.find((each) => each.bankId === bankId);
    if (!start) return answered({ returnStatus: { statusCode: 'E0101' } }, 404);
    if (action === 'status') return answered(this.#sibsReport(start));
    return this.#outOr(start, answered({ paymentStatus: 'Declined', returnStatus: { statusCode: 'E0506' } }), () =>
      answered(this.#sibsReport(start)),
    );
  }

  #sibsReport(start: BankStart) {
    const { method: paymentMethod, movements, reference, endsAtMs } = start;
    const [paid] = movements;
    const isReference = paymentMethod === 'REFERENCE';
    const named = (status: string) =>
      isReference && {
        paymentReference: { entity: ENTITY, reference, expireDate: new Date(endsAtMs).toISOString(), status },
      };
    if (paid) {
      const amount = { value: paid.cents / 100, currency: 'EUR' };
      const paymentType = isReference ? 'PREF' : 'PURS';
      return { paymentStatus: 'Success', paymentMethod, paymentType, amount, ...named('PAID'), returnStatus: OK };
    }
    if (!start.isOut || this.#hidden.has(start)) return { paymentStatus: 'Pending', returnStatus: OK };
    if (this.isOpen(start)) return { paymentStatus: 'Pending', paymentMethod, ...named('UNPAID'), returnStatus: OK };
    return { paymentStatus: 'Timeout', paymentMethod, ...named('EXPIRED'), returnStatus: OK };
  }

  #ifthenpayStart(method: PaymentMethod, order: Record<string, string>): HttpOutcome {
    const start = this.#begun('ifthenpay', method, Math.round(Number(order.amount) * 100));
    start.bankId = order.orderId ?? '';
    if (method === 'MBWAY') {
      const refused = answered({ Status: '113', Message: 'Not found', RequestId: start.requestId });
      return this.#outOr(start, refused, () =>
        answered({ Status: '000', Message: 'Pending', RequestId: start.requestId }),
      );
    }
    // The end of the day, so many days after the bank's present one.
    const lastDay = lisbonText(this.nowMs() + Number(order.expiryDays) * DAY_MS).slice(0, 10);
    start.endsAtMs = endOfLisbonDay(this.nowMs() + Number(order.expiryDays) * DAY_MS);
    return this.#outOr(start, answered({ Status: '-1', Message: 'refused' }), () =>
      answered({
        ...{ Status: '0', Message: 'Success', Entity: ENTITY, Reference: start.reference },
        ...{ RequestId: start.requestId, ExpiryDate: lastDay },
      }),
    );
  }

  #pushStatus(requestId: string): HttpOutcome {
    const start = this.starts.find((each) => each.requestId === requestId);
    const statusAnswer = (Status: string, Message: string, atMs = this.nowMs()) =>
      answered({ Status, Message, RequestId: requestId, UpdateAt: lisbonText(atMs) });
    if (!start) return statusAnswer('123', 'Not found');
    const [paid] = start.movements;
    if (paid) return statusAnswer('000', 'Success', paid.atMs);
    return this.isOpen(start) ? statusAnswer('123', 'Pending') : statusAnswer('101', 'Expired', start.endsAtMs);
  }

  #listed(orderId: string): HttpOutcome {
    const payments = this.starts
      .filter((start) => start.bankId === orderId)
      .flatMap(({ requestId, movements }) =>
        movements.map(({ cents, atMs }) => ({
          ...{ amount: cents / 100, orderId, requestId },
          // The list gives the time to the minute.
          paymentDate: `${lisbonText(atMs).slice(0, 16)}:00`,
        })),
      );
    return answered({ message: 'OK', status: 200, payments });
  }

  #outOr(start: BankStart, refused: HttpOutcome, out: () => HttpOutcome): HttpOutcome {
    const { manner } = this;
    this.manner = 'good';
    // The bank reports a refusal; the test chooses whether the push was sent.
    start.isOut = true;
    if (manner === 'good') return out();
    this.#hidden.add(start);
    return manner === 'hidden' ? NO_ANSWER : refused;
  }

  #begun(provider: Provider, method: PaymentMethod, cents: number): BankStart {
    const requestId = this.#id('s2', 18);
    const start: BankStart = {
      ...{ provider, method, cents, bankId: requestId, requestId, merchantTransactionId: '' },
      ...{ isOut: false, endsAtMs: this.nowMs() + WINDOW_MS + this.windowLongerMs, movements: [] },
      reference: String(100_000_000 + Math.floor(this.#random() * 899_999_999)),
    };
    this.starts.push(start);
    return start;
  }

  #id(prefix: string, characters: number): string {
    const figures = Array.from({ length: characters }, () => Math.floor(this.#random() * 16).toString(16));
    return prefix + figures.join('');
  }
}

/** 23:59:59 of the Lisbon day of an instant. */
export function endOfLisbonDay(atMs: number): number {
  const [, hour = 0, minute = 0, second = 0] = (/ (\d\d):(\d\d):(\d\d)$/.exec(lisbonText(atMs)) ?? []).map(Number);
  const guess = atMs - (atMs % 1_000) + ((23 - hour) * 3_600 + (59 - minute) * 60 + (59 - second)) * 1_000;
  // A day with a change of the clock is an hour longer or shorter.
  return [guess, guess - 3_600_000, guess + 3_600_000].find((each) => isEnd(each, atMs)) ?? guess;
}

function isEnd(candidateMs: number, atMs: number): boolean {
  return lisbonText(candidateMs) === `${lisbonText(atMs).slice(0, 10)} 23:59:59`;
}

function answered(content: object, status = 200): HttpOutcome {
  return { kind: 'answered', status, body: JSON.stringify(content) };
}
