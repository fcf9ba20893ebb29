import type { PaymentMethod } from '../../../functions/banking/bank.ts';
import { MAX_STARTS } from '../../../functions/payments/start/start.ts';
import { GRACE_MS, NEVER_STARTED_MS, START_IN_FLIGHT_MS } from '../../../functions/payments/times.ts';
import type { Status, TerminalStatus } from '../../../functions/payments/transitions.ts';
import type { Manner } from '../../bank/bank.ts';

/** How the bank reacts to a start. */
export const BEHAVIOURS = [
  'good',
  'refused',
  'amount-refused',
  'no-checkout',
  'lost-before',
  'lost',
] as const satisfies Manner[];
export type Behaviour = (typeof BEHAVIOURS)[number];

/** A transaction in the model: without ids, times and storage details. */
export interface View {
  status: Status;
  method: PaymentMethod | null;
  /** Whether a reference is shown. */
  mb: boolean;
  /** Number of claimed starts. */
  starts: number;
  /** State of the start that may be live at the bank. */
  live: 'starting' | 'live' | null;
  /** The events, in order. */
  events: TerminalStatus[];
}

/** The start that may be live at the bank. */
export interface LiveStart {
  method: PaymentMethod;
  /** Method and phone: identify a repeated call. */
  request: string;
  startedAtMs: number;
  endsAtMs: number;
}

/** The bank's report on a payment. `short`: less money than requested. */
export type Report = 'paid' | 'short' | 'declined' | 'over' | 'waiting' | 'not-started' | 'unknown';

/** The answer of a call, and every state it passes through. A crashed call leaves one of them. */
export interface Prediction {
  answer: number;
  stages: View[];
}

export interface Call {
  method: PaymentMethod;
  request: string;
  behaviour: Behaviour;
  nowMs: number;
  live: LiveStart | undefined;
  /** The bank's report on the start that may be live. */
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
  const next = report === 'not-started' && isIdle ? freed(view) : afterReport(view, live.method, report, true);
  if (next === view) return { answer: isSame ? 502 : 400, stages: [view] };
  const { answer, stages } = started(next, { ...call, live: next.live === null ? undefined : live });
  return { answer, stages: [view, ...stages] };
}

function begun(view: View, { method, behaviour }: Call): Prediction {
  if (view.starts >= MAX_STARTS) return { answer: 400, stages: [view] };
  if (behaviour === 'no-checkout') return { answer: 502, stages: [view] };
  const claimed: View = { ...view, method, starts: view.starts + 1, live: 'starting' };
  if (behaviour === 'lost-before' || behaviour === 'lost') return { answer: 502, stages: [view, claimed] };
  if (behaviour === 'good') {
    const live: View = { ...claimed, live: 'live', mb: view.mb || method === 'REFERENCE' };
    return { answer: 200, stages: [view, claimed, live] };
  }
  // A reference involves no phone, so this refusal means a fault of our configuration.
  if (method === 'REFERENCE' && behaviour === 'refused')
    return { answer: 502, stages: [view, claimed, withdrawn(view)] };
  return { answer: 400, stages: [view, claimed, freed(claimed)] };
}

/** A fault of our configuration leaves no attempt. */
const withdrawn = (before: View): View => ({ ...before, method: null });

const freed = (view: View): View => ({ ...view, method: null, live: null });

/** Applies the bank's report on one payment (decisions D9 and D20). `isLive`: it is the start that may be live. */
export function afterReport(view: View, method: PaymentMethod, report: Report, isLive: boolean): View {
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

/** Applies a sweep to a transaction that may be due (decision D10). */
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
  return report === 'not-started' && isStarting ? freed(view) : afterReport(view, live.method, report, true);
}
