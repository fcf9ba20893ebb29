import type { NotificationRequest, PaymentMethod } from '../../../functions/banking/bank.ts';
import type { HttpCall } from '../../../functions/banking/http-call.ts';
import type { Manner } from './schedule.ts';

/**
 * Ways in which the bank can report money: a notification with the amount, an inquiry at SIBS with an amount,
 * ifthenpay's status of a push, which has no amount, and its list of payments, which has one.
 */
export type ReportKind = 'notice' | 'inquiry' | 'status' | 'list';

/** A payment or return, and when the service could first see it in each way. */
export interface Movement {
  /** The bank's id of the movement. */
  id: string;
  cents: number;
  atMs: number;
  /** When an inquiry (SIBS, status of a push) and the list begin to report it. */
  shownFromMs: number;
  listedFromMs: number;
  isPartial: boolean;
  reports: Map<ReportKind, number>;
  /** When a notification of it was first acknowledged. */
  acknowledgedAtMs?: number;
}

/** One start at the bank. */
export interface PeerStart {
  method: PaymentMethod;
  manner: Manner;
  bankId: string;
  /** SIBS: the merchant transaction id of the checkout; ifthenpay: the order id. */
  orderId: string;
  cents: number;
  /** When the customer gets the request and can pay. */
  outFromMs: number;
  endsAtMs: number;
  reference: string;
  declinedAtMs?: number;
  movements: Movement[];
}

/** The content of a notification. */
export type Notice =
  | { kind: 'paid'; start: PeerStart; movement: Movement; noticeId: string }
  | { kind: 'returned'; start: PeerStart; movement: Movement; noticeId: string }
  | { kind: 'foreign'; bankId: string; movement: Movement; noticeId: string }
  | { kind: 'status'; start: PeerStart; status: 'Pending' | 'Timeout' | 'Declined'; noticeId: string };

/** A bank with state and a clock behind the adapter's HTTP calls. It does not know the service. */
export interface BankPeer {
  call: HttpCall;
  starts: PeerStart[];
  /** How it reacts to the next start. */
  manner: Manner;
  /** Inquiries before this time fail. */
  outageUntilMs: number;
  /** A notification as it is sent. */
  request(notice: Notice): NotificationRequest;
  /**
   * Pauses in seconds before each repeat of an unacknowledged notification; then it is given up.
   */
  retryPausesS: readonly number[];
}

export function report(movement: Movement, kind: ReportKind, nowMs: number): void {
  if (!movement.reports.has(kind)) movement.reports.set(kind, nowMs);
}

const WALL = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Lisbon',
  hourCycle: 'h23',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
});

/** The local time in Lisbon, by the machine's time zone data: `dd-mm-yyyy` and `hh:mm:ss`. */
export function lisbonWall(timeMs: number): { date: string; time: string } {
  const [date = '', time = ''] = WALL.format(timeMs).split(', ');
  return { date: date.replaceAll('/', '-'), time };
}
