import type { Happening, TimelineEntry } from '../../../../functions/dashboard/transactions/timeline/entry.ts';
import { statusAfter } from '../../../../functions/payments/transitions.ts';
import { spacedReference, visibleText } from '../../i18n/format.ts';
import type { useFormat } from '../../i18n/language.ts';
import type { outcomeWords } from '../../i18n/sentences.ts';
import type { moneyWords, transactionWords } from '../../i18n/shared-words.ts';
import type { Texts } from '../../i18n/words.ts';
import { DELIVERY_TONES, STATUS_TONES } from '../tones.ts';
import type { timelineWords } from './words.ts';

type Tone = keyof Texts<typeof timelineWords>['tone'];
type Of<Kind extends Happening['kind']> = Extract<Happening, { kind: Kind }>;

/** One entry of the timeline in words: what happened, and what there is to be known of it. */
export interface Line {
  tone: Tone;
  title: string;
  notes: string[];
}

export interface Voice {
  words: Texts<typeof timelineWords>;
  shared: Texts<typeof transactionWords>;
  money: Texts<typeof moneyWords>;
  outcomes: Texts<typeof outcomeWords>;
  format: Pick<ReturnType<typeof useFormat>, 'euros' | 'time' | 'duration'>;
  /** The service's time. */
  nowMs: number;
  /** Finance and operators, who close exceptions. */
  isStaff: boolean;
  /** Who did it, as the reader may know it. */
  actorName: (who: string) => string;
}

/** Says an entry in the language of the page; amounts and times as it writes them. */
export function lineOf(entry: TimelineEntry, voice: Voice): Line {
  const partsOf = LINES[entry.kind] as (entry: Happening, voice: Voice) => LineParts;
  const [tone, title, ...notes] = partsOf(entry, voice);
  return { tone, title, notes: notes.filter((note): note is string => Boolean(note)) };
}

type LineParts = readonly [tone: Tone, title: string, ...notes: (string | null | false)[]];

const LINES: { readonly [Kind in Happening['kind']]: (entry: Of<Kind>, voice: Voice) => LineParts } = {
  created: ({ externalOrderId, amount, bankAccount }, { words, format, isStaff }) => [
    'success',
    words.created(visibleText(externalOrderId), format.euros(amount)),
    isStaff && words.createdOn(bankAccount),
  ],
  'bank-attempt': (entry, { words, format, nowMs }) => {
    const { method, number, endsAt, phoneLast3, reference, bankId } = entry;
    const isOver = (at: string) => Date.parse(at) <= nowMs;
    const state = entry.isPaid ? 'paid' : entry.state === 'live' && isOver(endsAt) ? 'over' : entry.state;
    return [
      ATTEMPT_TONES[state],
      method === 'MBWAY' ? words.push(number, phoneLast3) : words.issue(number),
      reference && words.reference(reference.entity, spacedReference(reference.reference)),
      reference && words.validUntil(format.time(reference.expiresAt), isOver(reference.expiresAt)),
      words.attemptState[state](format.time(endsAt)),
      `${words.bankId}: ${bankId}`,
    ];
  },
  settled: ({ cause, method, paidAt, paidAtIsOurs, isLate }, { words, shared, format }) => [
    isLate ? 'warning' : STATUS_TONES[statusAfter(cause)],
    words.settled[cause](shared.method[method ?? 'none']),
    isLate && words.late,
    paidAt && (paidAtIsOurs ? words.paidAtOurs : words.paidAt)(format.time(paidAt)),
  ],
  webhook: ({ event, resends }, { words }) => ['info', words.webhook(event, resends)],
  'webhook-attempt': ({ number, statusCode, durationMs, outcome }, { words, outcomes, format }) => [
    outcome === 'delivered' ? 'success' : 'error',
    [
      words.attempt(number),
      ...(statusCode === null ? [] : [words.statusCode(statusCode)]),
      words.took(format.duration(durationMs)),
    ].join(' · '),
    outcomes.attempt[outcome],
  ],
  'webhook-ended': ({ state, outcome, timeIsKnown }, { words, shared, outcomes }) => [
    DELIVERY_TONES[state],
    shared.delivery[state],
    // Where the time is known, the title is enough.
    !timeIsKnown && outcomes.delivery[outcome ?? state],
    !timeIsKnown && words.earliest,
  ],
  resent: ({ who, why }, { words, actorName }) => ['info', words.resent(actorName(who)), words.why(why)],
  exception: ({ exception, state, received, reported, detail }, { words, outcomes, format, isStaff }) => {
    const isOpen = state === 'open';
    const { what, step } = words.nextStep[exception];
    const meaning = outcomes.exception[exception];
    return [
      isOpen ? 'warning' : 'info',
      words.exception(words.kind[exception]),
      isStaff ? meaning.what : what,
      received !== null && words.received(format.euros(received)),
      reported !== null && words.reported(format.euros(reported)),
      detail !== null && words.bankSays(detail),
      isOpen && (isStaff ? `${words.toDo} ${meaning.toDo}` : step),
    ];
  },
  'exception-note': ({ text, by }, { words, actorName }) => ['info', words.noted(actorName(by)), text],
  'exception-closed': ({ outcome, note, by }, { words, outcomes, actorName }) => [
    'success',
    words.closed,
    outcomes.exceptionOutcome[outcome],
    note,
    by !== null && words.closedBy(actorName(by)),
  ],
  refund: ({ refund, amount, bankType, timeIsOurs }, { words, money, format }) => [
    'warning',
    `${money.kind.returned}: ${money.reason[refund]}`,
    words.refundOf(amount === null ? words.noSum : format.euros(amount), bankType),
    timeIsOurs && words.timeOurs,
  ],
};

const ATTEMPT_TONES: Record<keyof Voice['words']['attemptState'], Tone> = {
  paid: 'success',
  live: 'in-progress',
  starting: 'pending',
  over: 'pending',
  ended: 'stopped',
};

/** The id of an exception’s element in the timeline. */
export function anchorOf({ exceptionId }: Pick<Of<'exception'>, 'exceptionId'>): string {
  return `exception-${encodeURIComponent(exceptionId)}`;
}

/** A payload as people read it; what is no JSON stays as it is. */
export function readable(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
