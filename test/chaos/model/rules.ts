import type { PaymentMethod } from '../../../functions/banking/bank.ts';
import { MAX_STARTS } from '../../../functions/payments/start/start.ts';
import { GRACE_MS, NEVER_STARTED_MS, START_IN_FLIGHT_MS } from '../../../functions/payments/times.ts';
import type { Status, TerminalStatus } from '../../../functions/payments/transitions.ts';
import type { Manner } from '../world/bank.ts';

/** A transaction as the model sees it: nothing of ids, times and how it is stored. */
export interface View {
  status: Status;
  method: PaymentMethod | null;
  /** Whether a reference is shown. */
  mb: boolean;
  /** Starts that were claimed so far. */
  starts: number;
  /** What is known of the start that may be out. */
  live: 'starting' | 'live' | null;
  /** What the merchant is to be notified of, in order. */
  events: TerminalStatus[];
}

/** The start that may be out, as the decisions speak of it. */
export interface LiveStart {
  method: PaymentMethod;
  /** Method and phone: what makes another call the same. */
  request: string;
  startedAtMs: number;
  endsAtMs: number;
}

/** What the bank says of a payment: `short` is money, but less than was asked for. */
export type Report = 'paid' | 'short' | 'declined' | 'over' | 'waiting' | 'not-started' | 'unknown';

/** What a call is answered, and every state it passes through: one cut short leaves one of them behind. */
export interface Prediction {
  answer: number;
  stages: View[];
}

export interface Call {
  method: PaymentMethod;
  request: string;
  manner: Manner;
  nowMs: number;
  live: LiveStart | undefined;
  /** What the bank says of the start that may be out. */
  report: Report;
}

/** A call of mbway or multibanco (decisions D6, D7 and D8). */
export function started(view: View, call: Call): Prediction {
  const { live, nowMs, request, report } = call;
  if (view.status !== 'pending') return { answer: 400, stages: [view] };
  if (view.live === null || !live) return begun(view, call);
  const isSame = live.request === request;
  if (view.live === 'live') {
    const isOver = nowMs >= live.endsAtMs;
    return { answer: isSame && !isOver ? 200 : 400, stages: [view] };
  }
  const isIdle = nowMs - live.startedAtMs >= START_IN_FLIGHT_MS;
  if (!isSame && !isIdle) return { answer: 400, stages: [view] };
  const next = report === 'not-started' && isIdle ? freed(view) : heard(view, live.method, report, true);
  if (next === view) return { answer: isSame ? 502 : 400, stages: [view] };
  const { answer, stages } = started(next, { ...call, live: next.live === null ? undefined : live });
  return { answer, stages: [view, ...stages] };
}

function begun(view: View, { method, manner }: Call): Prediction {
  if (view.starts >= MAX_STARTS) return { answer: 400, stages: [view] };
  if (manner === 'no-checkout') return { answer: 502, stages: [view] };
  const claimed: View = { ...view, method, starts: view.starts + 1, live: 'starting' };
  if (manner === 'lost-before' || manner === 'lost-after') return { answer: 502, stages: [view, claimed] };
  if (manner === 'good') {
    const live: View = { ...claimed, live: 'live', mb: view.mb || method === 'REFERENCE' };
    return { answer: 200, stages: [view, claimed, live] };
  }
  // Nobody's phone has a part in a reference, so a bank that blames one has us at fault.
  if (method === 'REFERENCE' && manner === 'unregistered')
    return { answer: 502, stages: [view, claimed, withdrawn(view)] };
  return { answer: 400, stages: [view, claimed, freed(claimed)] };
}

/** Our fault leaves no attempt. */
const withdrawn = (before: View): View => ({ ...before, method: null });

const freed = (view: View): View => ({ ...view, method: null, live: null });

/** What the bank reports of one payment (decisions D9 and D20); `isLive` where that is the start that may be out. */
export function heard(view: View, method: PaymentMethod, report: Report, isLive: boolean): View {
  const settled = (status: TerminalStatus): View => {
    return { ...view, status, method, live: null, events: [...view.events, status] };
  };
  if (report === 'paid') return view.status === 'paid' ? view : settled('paid');
  if (!isLive || view.status !== 'pending') return view;
  if (report === 'declined') return settled('failed');
  if (report === 'over') return settled('cancelled');
  if (report === 'waiting' && view.live === 'starting')
    return { ...view, live: 'live', mb: view.mb || method === 'REFERENCE' };
  return view;
}

/** What a sweep may make of a transaction, should its time have come (decision D10). */
export function swept(
  view: View,
  { live, report, nowMs, createdAtMs }: Pick<Call, 'live' | 'report' | 'nowMs'> & { createdAtMs: number },
): View {
  if (view.status !== 'pending') return view;
  if (view.live === null || !live) {
    if (nowMs < createdAtMs + NEVER_STARTED_MS) return view;
    return { ...view, status: 'cancelled', events: [...view.events, 'cancelled'] };
  }
  const isStarting = view.live === 'starting';
  const askAtMs = isStarting ? live.startedAtMs + START_IN_FLIGHT_MS : live.endsAtMs + GRACE_MS[live.method];
  if (nowMs < askAtMs) return view;
  return report === 'not-started' && isStarting ? freed(view) : heard(view, live.method, report, true);
}
