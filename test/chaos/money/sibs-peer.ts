import type { HttpOutcome } from '../../../functions/banking/http-call.ts';
import { sibsNotification } from '../../support/bank-script.ts';
import { type BankPeer, type Movement, type Notice, type PeerStart, report } from './bank-peer.ts';

const OK = { statusCode: '000', statusMsg: 'Success' };
const WINDOW_MS = 240_000;
const LATE_MS = 60_000;
const MINUTE = 60;

/** A selection of SIBS's tiers. */
const RETRY_PAUSES_S = [5, 5, 5, 5, 5, 60, 60, 240, 720, 1_440, 1_440, 1_440].map((min) => min * MINUTE);

/**
 * SIBS Gateway 2.0: a checkout, then its push or reference; encrypted notifications; an inquiry with an amount and
 * without a date.
 */
export function sibsPeer(nowMs: () => number): BankPeer {
  const peer: BankPeer = {
    starts: [],
    manner: 'good',
    outageUntilMs: 0,
    retryPausesS: RETRY_PAUSES_S,
    request,
    call: async ({ method, url, body = '' }) => {
      if (method === 'POST' && url.endsWith('/payments')) return register(peer, JSON.parse(body), nowMs());
      const [, bankId = '', action = ''] = /\/payments\/([^/]+)\/(.+)$/.exec(url) ?? [];
      const start = peer.starts.find((each) => each.bankId === bankId);
      if (!start) return answered({ returnStatus: { statusCode: 'E0101' } }, 404);
      if (action !== 'status') return begin(start, nowMs());
      return nowMs() < peer.outageUntilMs ? answered({}, 503) : inquiry(start, nowMs());
    },
  };
  return peer;
}

interface CheckoutBody {
  merchant: { merchantTransactionId: string };
  transaction: {
    paymentMethod: ['MBWAY' | 'REFERENCE'];
    amount: { value: number };
    paymentReference?: { finalDatetime: string };
  };
}

let registered = 0;

function register(peer: BankPeer, { merchant, transaction }: CheckoutBody, nowMs: number): HttpOutcome {
  registered += 1;
  const bankId = `s2${String(registered).padStart(12, '0')}`;
  const endsAt = transaction.paymentReference?.finalDatetime;
  peer.starts.push({
    method: transaction.paymentMethod[0],
    manner: peer.manner,
    bankId,
    orderId: merchant.merchantTransactionId,
    cents: Math.round(transaction.amount.value * 100),
    outFromMs: Number.POSITIVE_INFINITY,
    endsAtMs: endsAt === undefined ? nowMs + WINDOW_MS : Date.parse(endsAt),
    reference: '',
    movements: [],
  });
  return answered({ transactionID: bankId, transactionSignature: 'sig==', returnStatus: OK });
}

function begin(start: PeerStart, nowMs: number): HttpOutcome {
  start.outFromMs = start.manner === 'lost-late' ? nowMs + LATE_MS : nowMs;
  if (start.method === 'REFERENCE') start.reference = String(100_000_000 + registered);
  if (start.manner === 'lost' || start.manner === 'lost-late') return { kind: 'no-answer', detail: 'deadline' };
  if (start.manner === 'refused')
    return answered({ paymentStatus: 'Declined', returnStatus: { statusCode: 'E0506', statusMsg: 'Declined' } });
  if (start.manner === 'fault') return answered({ httpCode: '401' }, 401);
  return answered({ paymentStatus: 'Pending', ...referenceOf(start, 'UNPAID'), returnStatus: OK });
}

/** The answer reports one amount: of the movement that pays the payment, else of the last one. */
function inquiry(start: PeerStart, nowMs: number): HttpOutcome {
  const { method, cents, endsAtMs, outFromMs, declinedAtMs } = start;
  const known = start.movements.filter(({ shownFromMs }) => shownFromMs <= nowMs);
  const reported = known.find((movement) => movement.cents >= cents) ?? known.at(-1);
  if (reported) return paid(start, reported, nowMs);
  const about = { paymentMethod: method, paymentType: typeOf(start) };
  if (declinedAtMs !== undefined)
    return answered({ ...about, paymentStatus: 'Declined', returnStatus: { statusCode: 'E0500' } });
  if (outFromMs > nowMs) return answered({ paymentStatus: 'Pending', returnStatus: OK });
  if (nowMs < endsAtMs)
    return answered({ ...about, paymentStatus: 'Pending', ...referenceOf(start, 'UNPAID'), returnStatus: OK });
  if (method === 'MBWAY') return answered({ ...about, paymentStatus: 'Timeout', returnStatus: OK });
  return answered({ ...about, paymentStatus: 'Declined', returnStatus: { statusCode: 'E0612' } });
}

function paid(start: PeerStart, movement: Movement, nowMs: number): HttpOutcome {
  report(movement, 'inquiry', nowMs);
  return answered({
    paymentStatus: movement.isPartial ? 'Partial' : 'Success',
    paymentMethod: start.method,
    paymentType: typeOf(start),
    amount: { value: movement.cents / 100, currency: 'EUR' },
    ...referenceOf(start, movement.isPartial ? 'UNPAID' : 'PAID'),
    returnStatus: OK,
  });
}

const typeOf = ({ method }: PeerStart) => (method === 'MBWAY' ? 'PURS' : 'PREF');

function referenceOf({ method, reference, endsAtMs }: PeerStart, status: 'PAID' | 'UNPAID') {
  if (method === 'MBWAY') return {};
  const expireDate = new Date(endsAtMs).toISOString();
  return { paymentReference: { entity: '24000', reference, expireDate, status } };
}

function request(notice: Notice) {
  if (notice.kind === 'status') {
    const { start, status, noticeId } = notice;
    const refused = status === 'Declined' ? { statusCode: 'E0500' } : {};
    const about = { merchantTransactionId: start.orderId, bankId: start.bankId, method: start.method };
    return sibsNotification({ ...about, ...refused, status, euros: start.cents / 100, notificationId: noticeId });
  }
  const { movement, noticeId } = notice;
  const money = {
    euros: movement.cents / 100,
    notificationId: noticeId,
    operationId: movement.id,
    // As in the samples of 2026, to the second.
    paidAt: `${new Date(movement.atMs).toISOString().slice(0, 19)}Z`,
  };
  if (notice.kind === 'foreign')
    return sibsNotification({
      ...money,
      merchantTransactionId: 'TERMINAL-7',
      bankId: notice.bankId,
      method: 'REFERENCE',
    });
  const { orderId, bankId, method } = notice.start;
  const about = { ...money, merchantTransactionId: orderId, method };
  if (notice.kind === 'returned')
    return sibsNotification({ ...about, bankId: `r${movement.id}`, paymentType: 'RFND', originalBankId: bankId });
  return sibsNotification({ ...about, bankId, status: movement.isPartial ? 'Partial' : 'Success' });
}

function answered(content: object, status = 200): HttpOutcome {
  return { kind: 'answered', status, body: JSON.stringify(content) };
}
