import type { NotificationRequest } from '../../functions/banking/bank.ts';
import type { HttpCall, HttpOutcome } from '../../functions/banking/http-call.ts';
import { answered, Bank, type BankStart, type Method, type Money, NO_ANSWER, type Notice, WINDOW_MS } from './bank.ts';
import { filledTemplate } from './filled-template.ts';
import { endOfLisbonDay, lisbonText, lisbonWall } from './lisbon.ts';

const MINUTE_S = 60;
const DAY_MS = 86_400_000;
const FEE_CENTS = 86;
const ENTITY = '11249';
/** The list answers no more payments. */
const PAGE = 1_000;

interface Order {
  orderId: string;
  amount: string;
  expiryDays?: number;
}

interface ListQuery {
  orderId?: string;
  requestId?: string;
  dateStart?: string;
  dateEnd?: string;
}

/** The URL registered for callbacks, by its query, and the key that the merchant chose. */
interface Registration {
  callbackQuery: string;
  antiPhishingKey: string;
}

/**
 * ifthenpay: unencrypted callbacks with a key and times to the second; a push's status without an amount; a list of
 * payments with times to the minute.
 */
export class Ifthenpay extends Bank {
  /** Eight pauses of five minutes, then hours, 13 in all. */
  readonly retryPausesS = [...Array<number>(8).fill(5), ...Array<number>(5).fill(60)].map((min) => min * MINUTE_S);
  readonly #registration: Registration;
  /** How many payments each answered list had. */
  readonly pages: number[] = [];

  constructor(nowMs: () => number, registration: Registration) {
    super(nowMs);
    this.#registration = registration;
  }

  readonly call: HttpCall = async ({ url, body = '' }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith('/spg/payment/mbway')) return this.#push(JSON.parse(body));
    if (pathname.endsWith('/multibanco/reference/init')) return this.#reference(JSON.parse(body));
    if (this.isDown) return answered({}, 503);
    if (pathname.endsWith('/v2/payments/read')) return this.#list(JSON.parse(body));
    return this.#status(searchParams.get('requestId') ?? '');
  };

  notification(notice: Notice): NotificationRequest {
    if (notice.kind === 'status') throw new Error('ifthenpay calls back about money only');
    const { cents, atMs } = notice.money;
    const { date, time } = lisbonWall(atMs);
    const { orderId, bankId } =
      notice.kind === 'foreign' ? { ...notice, orderId: `FT-${notice.bankId}` } : notice.start;
    const { reference = '' } = notice.kind === 'foreign' ? {} : notice.start;
    const status = notice.kind === 'returned' ? 'DEVOLVIDO' : 'PAGO';
    const filled = filledTemplate(this.#registration.callbackQuery, {
      ANTI_PHISHING_KEY: this.#registration.antiPhishingKey,
      ORDER_ID: orderId,
      AMOUNT: (cents / 100).toFixed(2),
      REQUEST_ID: bankId,
      PAYMENT_DATETIME: `${date}${time}`,
      ENTITY: reference && ENTITY,
      REFERENCE: reference,
      STATUS: status,
      ESTADO: status,
    });
    return { headers: {}, query: Object.fromEntries(new URLSearchParams(filled)), rawBody: '' };
  }

  #order({ orderId, amount }: Order, method: Method): BankStart {
    return this.register({ method, orderId, cents: Math.round(Number(amount) * 100) }, 'Rq');
  }

  #push(order: Order): HttpOutcome {
    const start = this.#order(order, 'MBWAY');
    const outcome = this.begin(start);
    if (Number.isFinite(start.outFromMs)) start.endsAtMs = start.outFromMs + WINDOW_MS;
    const answer = (Status: string, Message: string, RequestId: string | null) =>
      answered({ Amount: order.amount, Message, OrderId: order.orderId, RequestId, Status });
    if (outcome === 'no-answer') return NO_ANSWER;
    if (outcome === 'phone') return answer('113', 'Not found', null);
    if (outcome !== 'accepted') return answer('-1', 'Invalid key', null);
    return answer('000', 'Pending', start.bankId);
  }

  #reference(order: Order): HttpOutcome {
    const start = this.#order(order, 'REFERENCE');
    start.endsAtMs = endOfLisbonDay(this.nowMs() + (order.expiryDays ?? 0) * DAY_MS);
    const outcome = this.begin(start);
    if (outcome === 'no-answer') return NO_ANSWER;
    if (outcome !== 'accepted') return answered({ Message: 'Invalid key', Status: '-1' });
    return answered({
      Amount: order.amount,
      Entity: ENTITY,
      ExpiryDate: lisbonWall(start.endsAtMs).date,
      Message: 'Success',
      OrderId: order.orderId,
      Reference: start.reference,
      RequestId: start.bankId,
      Status: '0',
    });
  }

  #status(requestId: string): HttpOutcome {
    const start = this.starts.find(({ bankId }) => bankId === requestId);
    const nowMs = this.nowMs();
    const statusOf = (Status: string, Message: string, atMs: number) =>
      answered({
        CreatedAt: lisbonText(Math.min(start?.outFromMs ?? nowMs, nowMs)),
        ...{ Message, RequestId: requestId, Status, UpdateAt: lisbonText(atMs) },
      });
    if (!start) return statusOf('123', 'Not found', nowMs);
    const paid = this.moneyOf(start).find(({ shownFromMs = 0 }) => shownFromMs <= nowMs);
    if (paid) return statusOf('000', 'Success', paid.atMs);
    const declinedAtMs = this.declinedAtMs(start);
    if (declinedAtMs !== undefined) return statusOf('020', 'Rejected', declinedAtMs);
    if (nowMs >= start.endsAtMs) return statusOf('101', 'Expired', start.endsAtMs);
    return statusOf('123', 'Pending', Math.min(start.outFromMs, nowMs));
  }

  /** The newest 1,000 received payments of an order, or of a period with both its ends. */
  #list({ orderId, requestId, dateStart, dateEnd }: ListQuery): HttpOutcome {
    const isAsked = (row: ReturnType<typeof rowOf>) =>
      (orderId === undefined || row.orderId === orderId) &&
      (requestId === undefined || row.requestId === requestId) &&
      (dateStart === undefined || wallOrder(row.paymentDate) >= wallOrder(dateStart)) &&
      (dateEnd === undefined || wallOrder(row.paymentDate) <= wallOrder(dateEnd));
    const payments = this.starts.flatMap((start) => {
      const listed = this.moneyOf(start).filter(({ listedFromMs = 0 }) => listedFromMs <= this.nowMs());
      return listed.map((money) => rowOf(start, money));
    });
    const foreign = this.foreign.map(({ bankId, orderId, money }) =>
      rowOf({ method: 'REFERENCE', orderId, bankId, reference: '' }, money),
    );
    const rows = [...payments, ...foreign]
      .filter(isAsked)
      .sort((left, right) => (wallOrder(left.paymentDate) < wallOrder(right.paymentDate) ? 1 : -1));
    this.pages.push(Math.min(rows.length, PAGE));
    return answered({ message: 'OK', status: 200, payments: rows.slice(0, PAGE) });
  }
}

/** `dd-MM-yyyy HH:mm:ss` in an order of time. */
function wallOrder(text: string): string {
  const [date = '', time = ''] = text.split(' ');
  return `${date.split('-').toReversed().join('-')} ${time}`;
}

/** The list gives the time to the minute. */
function rowOf(
  { method, orderId, bankId, reference }: Pick<BankStart, 'method' | 'orderId' | 'bankId' | 'reference'>,
  { cents, atMs }: Money,
) {
  const { date, time } = lisbonWall(atMs);
  return {
    amount: cents / 100,
    entity: method === 'REFERENCE' ? 'MB' : 'MBWAY',
    fee: FEE_CENTS / 100,
    netAmount: (cents - FEE_CENTS) / 100,
    orderId,
    paymentDate: `${date} ${time.slice(0, 5)}:00`,
    procDate: date.split('-').toReversed().join(''),
    reference: reference || orderId,
    requestId: bankId,
    subEntity: 'XXX-000000',
    terminal: '5-0000000000-CAIXA GERAL DE ',
  };
}
