import type { HttpOutcome } from '../../../functions/banking/http-call.ts';
import { callbackParameters } from '../../support/filled-template.ts';
import { IFTHENPAY } from '../../support/scripted-ifthenpay.ts';
import { type BankPeer, lisbonWall, type Movement, type Notice, type PeerStart, report } from './bank-peer.ts';

const WINDOW_MS = 240_000;
const LATE_MS = 60_000;
const MINUTE = 60;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Eight pauses of five minutes, then hours, 13 in all. */
const RETRY_PAUSES_S = [...Array<number>(8).fill(5), ...Array<number>(5).fill(60)].map((minutes) => minutes * MINUTE);

/**
 * ifthenpay: unencrypted callbacks with a key and times to the second; a push's status without an amount; a list of
 * payments with times to the minute.
 */
export function ifthenpayPeer(nowMs: () => number): BankPeer {
  const peer: BankPeer = {
    starts: [],
    manner: 'good',
    outageUntilMs: 0,
    retryPausesS: RETRY_PAUSES_S,
    request: (notice) => ({ headers: {}, query: queryOf(notice), rawBody: '' }),
    call: async ({ url, body = '' }) => {
      const { pathname, searchParams } = new URL(url);
      if (pathname === '/spg/payment/mbway') return push(peer, JSON.parse(body), nowMs());
      if (pathname === '/multibanco/reference/init') return reference(peer, JSON.parse(body), nowMs());
      if (nowMs() < peer.outageUntilMs) return answered({}, 503);
      if (pathname === '/v2/payments/read') return list(peer, JSON.parse(body).orderId, nowMs());
      return status(peer, searchParams.get('requestId') ?? '', nowMs());
    },
  };
  return peer;
}

interface Order {
  orderId: string;
  amount: string;
  expiryDays?: number;
}

let requested = 0;

function taken(peer: BankPeer, { orderId, amount }: Order): PeerStart {
  requested += 1;
  const start: PeerStart = {
    method: 'MBWAY',
    manner: peer.manner,
    bankId: `Rq${String(requested).padStart(18, '0')}`,
    orderId,
    cents: Math.round(Number(amount) * 100),
    outFromMs: 0,
    endsAtMs: 0,
    reference: '',
    movements: [],
  };
  peer.starts.push(start);
  return start;
}

function push(peer: BankPeer, order: Order, nowMs: number): HttpOutcome {
  const start = taken(peer, order);
  start.outFromMs = start.manner === 'lost-late' ? nowMs + LATE_MS : nowMs;
  start.endsAtMs = start.outFromMs + WINDOW_MS;
  const answer = (Status: string, Message: string, RequestId: string | null) =>
    answered({ Amount: order.amount, Message, OrderId: order.orderId, RequestId, Status });
  if (start.manner === 'lost' || start.manner === 'lost-late') return { kind: 'no-answer', detail: 'deadline' };
  if (start.manner === 'refused') return answer('113', 'Not found', null);
  if (start.manner === 'fault') return answer('-1', 'Invalid key', null);
  return answer('000', 'Pending', start.bankId);
}

function reference(peer: BankPeer, order: Order, nowMs: number): HttpOutcome {
  const start = taken(peer, order);
  start.method = 'REFERENCE';
  start.outFromMs = nowMs;
  start.endsAtMs = endOfDay(nowMs + (order.expiryDays ?? 0) * DAY_MS);
  start.reference = String(100_000_000 + requested);
  return answered({
    Amount: order.amount,
    Entity: '11249',
    ExpiryDate: lisbonWall(start.endsAtMs).date,
    Message: 'Success',
    OrderId: order.orderId,
    Reference: start.reference,
    RequestId: start.bankId,
    Status: '0',
  });
}

/** The last second of the day in Lisbon. */
function endOfDay(timeMs: number): number {
  const { date } = lisbonWall(timeMs);
  const [day, month, year] = date.split('-').map(Number);
  const wallMs = Date.UTC(year ?? 0, (month ?? 1) - 1, day, 23, 59, 59);
  return lisbonWall(wallMs).time === '23:59:59' ? wallMs : wallMs - HOUR_MS;
}

function status(peer: BankPeer, requestId: string, nowMs: number): HttpOutcome {
  const start = peer.starts.find(({ bankId }) => bankId === requestId);
  const statusOf = (Status: string, Message: string, atMs: number) => {
    const at = lisbonWall(atMs);
    return answered({ Message, RequestId: requestId, Status, UpdateAt: `${at.date} ${at.time}` });
  };
  if (!start) return statusOf('123', 'Not found', nowMs);
  const paid = start.movements.find(({ shownFromMs }) => shownFromMs <= nowMs);
  if (paid) {
    report(paid, 'status', nowMs);
    return statusOf('000', 'Success', paid.atMs);
  }
  if (start.declinedAtMs !== undefined) return statusOf('020', 'Rejected by user', start.declinedAtMs);
  return nowMs >= start.endsAtMs
    ? statusOf('101', 'Expired', start.endsAtMs)
    : statusOf('123', 'Pending', start.outFromMs);
}

function list(peer: BankPeer, orderId: string, nowMs: number): HttpOutcome {
  const start = peer.starts.find((each) => each.orderId === orderId);
  const listed = start?.movements.filter(({ listedFromMs }) => listedFromMs <= nowMs) ?? [];
  for (const movement of listed) report(movement, 'list', nowMs);
  const payments = start ? listed.map((movement) => rowOf(start, movement)) : [];
  return answered({ message: 'OK', status: 200, payments });
}

function rowOf({ method, orderId, bankId, reference }: PeerStart, { cents, atMs }: Movement) {
  const { date, time } = lisbonWall(atMs);
  return {
    amount: cents / 100,
    entity: method === 'REFERENCE' ? 'MB' : 'MBWAY',
    fee: 0.86,
    netAmount: (cents - 86) / 100,
    orderId,
    paymentDate: `${date} ${time.slice(0, 5)}:00`,
    procDate: date.split('-').toReversed().join(''),
    reference: reference || orderId,
    requestId: bankId,
    subEntity: null,
    terminal: null,
  };
}

function queryOf(notice: Notice): Record<string, string> {
  if (notice.kind === 'status') throw new Error('ifthenpay calls back about money only');
  const { cents, atMs } = notice.movement;
  const { date, time } = lisbonWall(atMs);
  const { orderId, bankId } = notice.kind === 'foreign' ? { ...notice, orderId: 'FT-2026-17' } : notice.start;
  return callbackParameters({
    ANTI_PHISHING_KEY: IFTHENPAY.antiPhishingKey,
    ORDER_ID: orderId,
    AMOUNT: (cents / 100).toFixed(2),
    REQUEST_ID: bankId,
    PAYMENT_DATETIME: `${date}${time}`,
    STATUS: notice.kind === 'returned' ? 'DEVOLVIDO' : 'PAGO',
  });
}

function answered(content: object, httpStatus = 200): HttpOutcome {
  return { kind: 'answered', status: httpStatus, body: JSON.stringify(content) };
}
