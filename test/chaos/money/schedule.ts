import type { PaymentMethod } from '../../../functions/banking/bank.ts';

/** All times of a schedule are in seconds after its beginning. */
type Seconds = number;

/**
 * How the bank takes a start. `lost`: it is out and the answer never comes; `lost-late`: the same, but the bank knows
 * of it a minute later only; `refused` and `fault`: the bank reports no, by the phone or by our credentials. Of these
 * three the customer can be asked for the money all the same.
 */
export const MANNERS = ['good', 'lost', 'lost-late', 'refused', 'fault'] as const;
export type Manner = (typeof MANNERS)[number];

export interface StartStep {
  kind: 'start';
  at: Seconds;
  method: PaymentMethod;
  phone: string;
  manner: Manner;
}

/** Money that the customer pays on the start number `start`. */
export interface PayStep {
  kind: 'pay';
  at: Seconds;
  start: number;
  cents: number;
  /** When each of its notices comes, after the payment; none: all are lost. */
  notices: Seconds[];
  /** After how long the bank reports it when asked; null: never. */
  shownAfter: Seconds | null;
  /** ifthenpay: the same for the list of payments. */
  listedAfter: Seconds;
  /** SIBS: what it calls a sum that is too small. */
  isPartial: boolean;
}

/** Money that goes back to the customer of the start number `start`. */
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
  /** SIBS: a notice that reports Pending or Timeout, whatever has happened. */
  | { kind: 'stale'; at: Seconds; start: number; status: 'Pending' | 'Timeout' }
  /** The merchant calls again as it called for the start number `start`. */
  | { kind: 'again'; at: Seconds; start: number }
  /** A sweep out of turn. */
  | { kind: 'sweep'; at: Seconds }
  /** Inquiries fail for so long. */
  | { kind: 'outage'; at: Seconds; lasts: Seconds };

export interface Schedule {
  provider: 'sibs' | 'ifthenpay';
  /** The instant of its beginning, in UTC. */
  begins: string;
  expectedCents: number;
  /** ifthenpay: how many messages of polling are received before one is lost. */
  polls: number;
  steps: Step[];
}

const METHOD_WORDS: Record<PaymentMethod, string> = { MBWAY: 'push', REFERENCE: 'reference' };
const MANNER_WORDS: Record<Manner, string> = {
  good: 'the bank accepts it',
  lost: 'it is out, but the answer of the bank is lost',
  'lost-late': 'the answer is lost, and it is out a minute later',
  refused: 'the bank refuses the phone, and asks the customer all the same',
  fault: 'the bank refuses our credentials, and asks the customer all the same',
};

export const euros = (cents: number): string => (cents / 100).toFixed(2);

/** A schedule in plain words, a line for each step. */
export function wordsOf(schedule: Schedule): string {
  const { provider, begins, expectedCents, polls, steps } = schedule;
  const polling = provider === 'ifthenpay' ? `, ${polls} polls received` : '';
  const head = `${provider}, ${euros(expectedCents)} EUR expected, from ${begins}${polling}`;
  return [head, ...steps.map((step) => `  +${spanOf(step.at)}  ${stepWords(step, provider)}`)].join('\n');
}

function stepWords(step: Step, provider: Schedule['provider']): string {
  switch (step.kind) {
    case 'start':
      return `merchant starts a ${METHOD_WORDS[step.method]} (${step.phone}): ${MANNER_WORDS[step.manner]}`;
    case 'pay': {
      const part = step.isPartial ? ', which the bank calls Partial' : '';
      const list = provider === 'ifthenpay' ? `, listed after ${spanOf(step.listedAfter)}` : '';
      const shown = step.shownAfter === null ? 'never shown by an inquiry' : `shown after ${spanOf(step.shownAfter)}`;
      return (
        `customer pays ${euros(step.cents)} on start ${step.start}${part}; ` +
        `${noticeWords(step.notices)}; ${shown}${list}`
      );
    }
    case 'refund':
      return `bank returns ${euros(step.cents)} of start ${step.start}; ${noticeWords(step.notices)}`;
    case 'foreign':
      return `somebody pays ${euros(step.cents)} for another order of the account; ${noticeWords(step.notices)}`;
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

function noticeWords(notices: Seconds[]): string {
  if (notices.length === 0) return 'its notice is lost';
  return `notified after ${notices.map(spanOf).join(' and ')}`;
}

/** `2d 01:00:05`. */
export function spanOf(seconds: Seconds): string {
  const days = Math.floor(seconds / 86_400);
  const clock = new Date((seconds % 86_400) * 1_000).toISOString().slice(11, 19);
  return days > 0 ? `${days}d ${clock}` : clock;
}
