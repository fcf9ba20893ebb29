import type { NotificationRequest, PaymentMethod } from '../../../functions/banking/bank.ts';
import type { HttpCall } from '../../../functions/banking/http-call.ts';
import type { Manner } from './schedule.ts';

/**
 * Ways in which the bank can have reported money: a notice with its sum, an inquiry of SIBS with a sum, ifthenpay's
 * status of a push, which names no sum, and its list of payments, which does.
 */
export type ReportKind = 'notice' | 'inquiry' | 'status' | 'list';

/** Money that the customer paid or got back, and when the service could first see it in each way. */
export interface Movement {
  /** The bank's own id of the movement. */
  id: string;
  cents: number;
  atMs: number;
  /** From when an inquiry (SIBS, status of a push) and the list report it. */
  shownFromMs: number;
  listedFromMs: number;
  isPartial: boolean;
  reports: Map<ReportKind, number>;
}

/** One start as the bank has it. */
export interface PeerStart {
  method: PaymentMethod;
  manner: Manner;
  bankId: string;
  /** SIBS: the merchant transaction id of the checkout; ifthenpay: the order id. */
  orderId: string;
  cents: number;
  /** From when the customer is asked, and can pay. */
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

/** A bank with a memory and a clock on the other side of the adapter's HTTP calls. It knows nothing of the service. */
export interface BankPeer {
  call: HttpCall;
  starts: PeerStart[];
  /** How it takes the next start. */
  manner: Manner;
  /** Inquiries before this instant fail. */
  outageUntilMs: number;
  /** A notice as it travels. */
  request(notice: Notice): NotificationRequest;
  /**
   * Pauses in seconds before the first, second … repeat of a notice that was not acknowledged; then it is given up.
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

/** What clocks in Lisbon show, by the machine's time zone data: `dd-mm-yyyy` and `hh:mm:ss`. */
export function lisbonWall(timeMs: number): { date: string; time: string } {
  const [date = '', time = ''] = WALL.format(timeMs).split(', ');
  return { date: date.replaceAll('/', '-'), time };
}
