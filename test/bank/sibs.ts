import type { NotificationRequest } from '../../functions/banking/bank.ts';
import type { HttpCall, HttpOutcome } from '../../functions/banking/http-call.ts';
import { answered, Bank, type BankStart, type Method, type Money, NO_ANSWER, type Notice } from './bank.ts';
import { sibsNotification } from './sibs-notification.ts';

export const ENTITY = '24000';
const OK = { statusCode: '000', statusMsg: 'Success' };
const MINUTE_S = 60;

interface Checkout {
  merchant: { merchantTransactionId: string };
  transaction: {
    paymentMethod: [Method];
    amount: { value: number };
    paymentReference?: { finalDatetime: string };
  };
}

/**
 * SIBS Gateway 2.0: a checkout, then its push or reference; encrypted notifications; an inquiry with an amount and
 * without a date.
 */
export class Sibs extends Bank {
  /** A selection of SIBS's tiers. */
  readonly retryPausesS = [5, 5, 5, 5, 5, 60, 60, 240, 720, 1_440, 1_440, 1_440].map((minutes) => minutes * MINUTE_S);
  readonly #key: Buffer;

  constructor(nowMs: () => number, notificationKey: string) {
    super(nowMs);
    this.#key = Buffer.from(notificationKey, 'base64');
  }

  readonly call: HttpCall = async ({ method, url, body = '' }) => {
    if (method === 'POST' && url.endsWith('/payments')) return this.#checkout(JSON.parse(body));
    const [, bankId, action] = /\/payments\/([^/]+)\/(.+)$/.exec(url) ?? [];
    const start = this.starts.find((each) => each.bankId === bankId);
    if (!start) return answered({ returnStatus: { statusCode: 'E0101', statusMsg: 'Error' } }, 404);
    if (action !== 'status') return this.#start(start);
    return this.isDown ? answered({}, 503) : answered(this.#report(start));
  };

  notification(notice: Notice): NotificationRequest {
    return sibsNotification(factsOf(notice), this.#key);
  }

  #checkout({ merchant, transaction }: Checkout): HttpOutcome {
    if (this.manner === 'no-checkout') return answered({}, 503);
    const [method] = transaction.paymentMethod;
    const cents = Math.round(transaction.amount.value * 100);
    const start = this.register({ method, orderId: merchant.merchantTransactionId, cents }, 's2');
    const endsAt = transaction.paymentReference?.finalDatetime;
    if (endsAt !== undefined) start.endsAtMs = Date.parse(endsAt);
    return answered({ transactionID: start.bankId, transactionSignature: 'sig==', returnStatus: OK });
  }

  #start(start: BankStart): HttpOutcome {
    // A checkout allows one push or reference.
    if (Number.isFinite(start.outFromMs)) return answered(declined('E0506'));
    const answer = this.begin(start);
    if (answer === 'no-answer') return NO_ANSWER;
    if (answer === 'fault') return answered({ httpCode: '401', httpMessage: 'Unauthorized' }, 401);
    if (answer === 'amount') return answered(declined('10.107.0003'));
    if (answer === 'phone') return answered(declined('E0506'));
    return answered({ paymentStatus: 'Pending', ...referenceOf(start, 'UNPAID'), returnStatus: OK });
  }

  /** Reports one amount: of the movement that pays the start, else of the last one. */
  #report(start: BankStart): object {
    const { method: paymentMethod, cents, endsAtMs, outFromMs, refusal } = start;
    const nowMs = this.nowMs();
    const known = this.moneyOf(start).filter(({ shownFromMs = 0 }) => shownFromMs <= nowMs);
    const paid = known.find((money) => money.cents >= cents) ?? known.at(-1);
    const about = { paymentMethod, paymentType: typeOf(start) };
    if (paid) return { ...about, ...paidBy(start, paid) };
    if (this.declinedAtMs(start) !== undefined) return { ...about, ...declined('E0500') };
    if (refusal) return declined('E0113');
    if (outFromMs > nowMs) return { paymentStatus: 'Pending', returnStatus: OK };
    if (nowMs < endsAtMs)
      return { ...about, paymentStatus: 'Pending', ...referenceOf(start, 'UNPAID'), returnStatus: OK };
    if (paymentMethod === 'REFERENCE') return { ...about, ...declined('E0612') };
    return { ...about, paymentStatus: 'Timeout', returnStatus: OK };
  }
}

function paidBy(start: BankStart, { cents, isPartial }: Money) {
  return {
    paymentStatus: isPartial ? 'Partial' : 'Success',
    amount: { value: cents / 100, currency: 'EUR' },
    ...referenceOf(start, isPartial ? 'UNPAID' : 'PAID'),
    returnStatus: OK,
  };
}

function declined(statusCode: string) {
  return { paymentStatus: 'Declined', returnStatus: { statusCode, statusMsg: 'Declined' } };
}

function typeOf({ method }: BankStart) {
  return method === 'MBWAY' ? 'PURS' : 'PREF';
}

function referenceOf({ method, reference, endsAtMs }: BankStart, status: 'PAID' | 'UNPAID') {
  if (method === 'MBWAY') return {};
  return { paymentReference: { entity: ENTITY, reference, expireDate: new Date(endsAtMs).toISOString(), status } };
}

function factsOf(notice: Notice): Parameters<typeof sibsNotification>[0] {
  const { noticeId: notificationId } = notice;
  if (notice.kind === 'status') {
    const { start, status } = notice;
    const { orderId: merchantTransactionId, bankId, method, cents } = start;
    const refusal = status === 'Declined' && { statusCode: 'E0500' };
    return { merchantTransactionId, bankId, method, status, ...refusal, euros: cents / 100, notificationId };
  }
  const { id, cents, atMs, isPartial } = notice.money;
  // As in the samples of 2026, to the second.
  const paidAt = `${new Date(atMs).toISOString().slice(0, 19)}Z`;
  const money = { euros: cents / 100, operationId: id, paidAt, notificationId };
  if (notice.kind === 'foreign')
    return { ...money, merchantTransactionId: 'TERMINAL-7', bankId: notice.bankId, method: 'REFERENCE' };
  const { orderId: merchantTransactionId, bankId, method } = notice.start;
  const about = { ...money, merchantTransactionId, method };
  if (notice.kind === 'returned') return { ...about, bankId: `r${id}`, paymentType: 'RFND', originalBankId: bankId };
  return { ...about, bankId, status: isPartial ? 'Partial' : 'Success' };
}
