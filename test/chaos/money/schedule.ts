import type { PaymentMethod } from '../../../functions/banking/bank.ts';

/** All times of a schedule are in seconds from its start. */
type Seconds = number;

export const MINUTE_S = 60;
export const HOUR_S = 60 * MINUTE_S;
export const DAY_S = 24 * HOUR_S;

/**
 * How the bank reacts to a start. `lost`: it takes effect and the answer is lost; `lost-late`: the same, but the bank
 * reports it only a minute later; `refused-sent` and `fault-sent`: the bank refuses the phone or our credentials. In
 * the last three cases the customer may still get the request.
 */
export type StartManner = 'good' | 'lost' | 'lost-late' | 'refused-sent' | 'fault-sent';

export interface StartStep {
  kind: 'start';
  at: Seconds;
  method: PaymentMethod;
  phone: string;
  manner: StartManner;
}

/** A payment of the customer on the start number `start`. */
export interface PayStep {
  kind: 'pay';
  at: Seconds;
  start: number;
  cents: number;
  /** When each of its notifications is sent, after the payment; none: all are lost. */
  notices: Seconds[];
  /** After how long an inquiry reports it; null: never. */
  shownAfter: Seconds | null;
  /** ifthenpay: the same for the list of payments. */
  listedAfter: Seconds;
  /** SIBS: its status of too small an amount. */
  isPartial: boolean;
}

/** Money returned to the customer of the start number `start`. */
export interface RefundStep {
  kind: 'refund';
  at: Seconds;
  start: number;
  cents: number;
  notices: Seconds[];
}

export type Step =
  | StartStep
  | PayStep
  | RefundStep
  /** Money for something else on the same account. */
  | { kind: 'foreign'; at: Seconds; cents: number; notices: Seconds[] }
  /** The customer refuses the push. */
  | { kind: 'decline'; at: Seconds; start: number; isNoticed: boolean }
  /** SIBS: a notification of Pending or Timeout, whatever has happened. */
  | { kind: 'stale'; at: Seconds; start: number; status: 'Pending' | 'Timeout' }
  /** The merchant repeats the call of the start number `start`. */
  | { kind: 'again'; at: Seconds; start: number }
  /** An additional sweep. */
  | { kind: 'sweep'; at: Seconds }
  /** Inquiries fail for this time. */
  | { kind: 'outage'; at: Seconds; lasts: Seconds };

export interface Schedule {
  provider: 'sibs' | 'ifthenpay';
  /** The time of its start, in UTC. */
  begins: string;
  expectedCents: number;
  /** Of the writes that reports cause, the numbers of those at which the function is killed: before it, or after it. */
  kills: { write: number; isAfter: boolean }[];
  /** ifthenpay: how many messages of polls are received before one is lost. */
  polls: number;
  steps: Step[];
}

const METHOD_WORDS: Record<PaymentMethod, string> = { MBWAY: 'push', REFERENCE: 'reference' };
const MANNER_WORDS: Record<StartManner, string> = {
  good: 'the bank accepts it',
  lost: 'it takes effect, but the answer of the bank is lost',
  'lost-late': 'the answer is lost, and it takes effect a minute later',
  'refused-sent': 'the bank refuses the phone, and still sends the request',
  'fault-sent': 'the bank refuses our credentials, and still sends the request',
};

export const euros = (cents: number): string => (cents / 100).toFixed(2);

/** A schedule as text, a line for each step. */
export function wordsOf(schedule: Schedule): string {
  const { provider, begins, expectedCents, polls, kills, steps } = schedule;
  const polling = provider === 'ifthenpay' ? `, ${polls} polls received` : '';
  const killed = kills.map(({ write, isAfter }) => `, killed ${isAfter ? 'after' : 'before'} write ${write}`).join('');
  const head = `${provider}, ${euros(expectedCents)} EUR expected, from ${begins}${polling}${killed}`;
  return [head, ...steps.map((step) => `  +${spanOf(step.at)}  ${stepText(step, provider)}`)].join('\n');
}

function stepText(step: Step, provider: Schedule['provider']): string {
  switch (step.kind) {
    case 'start':
      return `merchant starts a ${METHOD_WORDS[step.method]} (${step.phone}): ${MANNER_WORDS[step.manner]}`;
    case 'pay': {
      const part = step.isPartial ? ', which the bank calls Partial' : '';
      const list = provider === 'ifthenpay' ? `, listed after ${spanOf(step.listedAfter)}` : '';
      const shown = step.shownAfter === null ? 'never shown by an inquiry' : `shown after ${spanOf(step.shownAfter)}`;
      return (
        `customer pays ${euros(step.cents)} on start ${step.start}${part}; ` +
        `${notificationText(step.notices)}; ${shown}${list}`
      );
    }
    case 'refund':
      return `bank returns ${euros(step.cents)} of start ${step.start}; ${notificationText(step.notices)}`;
    case 'foreign':
      return `a customer pays ${euros(step.cents)} for another order of the account; ${notificationText(step.notices)}`;
    case 'decline':
      return `customer refuses start ${step.start}, ${step.isNoticed ? 'notified' : 'not notified'}`;
    case 'stale':
      return `a notice of start ${step.start} reports ${step.status}`;
    case 'again':
      return `merchant repeats the call of start ${step.start}`;
    case 'sweep':
      return 'sweep';
    case 'outage':
      return `inquiries fail for ${spanOf(step.lasts)}`;
  }
}

function notificationText(notices: Seconds[]): string {
  if (notices.length === 0) return 'its notification is lost';
  return `notified after ${notices.map(spanOf).join(' and ')}`;
}

/** `2d 01:00:05`. */
export function spanOf(seconds: Seconds): string {
  const days = Math.floor(seconds / DAY_S);
  const clock = new Date((seconds % DAY_S) * 1_000).toISOString().slice(11, 19);
  return days > 0 ? `${days}d ${clock}` : clock;
}
