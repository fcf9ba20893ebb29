import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Happening, TimelineEntry } from '../../../../functions/dashboard/transactions/timeline/entry.ts';
import { spacedReference, visibleText } from '../../i18n/format.ts';
import type { useFormat } from '../../i18n/language.ts';
import type { outcomeWords } from '../../i18n/sentences.ts';
import type { Texts } from '../../i18n/words.ts';
import type { timelineWords } from './words.ts';

type Tone = Extract<
  StatusIndicatorProps.Type,
  'success' | 'error' | 'warning' | 'info' | 'pending' | 'in-progress' | 'stopped'
>;
type Of<Kind extends Happening['kind']> = Extract<Happening, { kind: Kind }>;

/** One entry of the timeline in words: what happened, and what there is to be known of it. */
export interface Line {
  tone: Tone;
  title: string;
  notes: string[];
}

export interface Voice {
  words: Texts<typeof timelineWords>;
  outcomes: Texts<typeof outcomeWords>;
  format: Pick<ReturnType<typeof useFormat>, 'euros' | 'time' | 'day' | 'duration'>;
  /** The service's time. */
  nowMs: number;
  /** Finance and operators, who close exceptions. */
  isStaff: boolean;
  /** Who did it, as the reader may know it. */
  actorName: (who: string) => string;
}

/** Says an entry in the language of the page; amounts and times as it writes them. */
export function lineOf(entry: TimelineEntry, voice: Voice): Line {
  const { words, outcomes, format } = voice;
  switch (entry.kind) {
    case 'created':
      return {
        tone: 'success',
        title: words.created(visibleText(entry.externalOrderId), format.euros(entry.amount)),
        notes: voice.isStaff ? [words.createdOn(entry.bankAccount)] : [],
      };
    case 'method-chosen':
      return { tone: 'info', title: words.method[entry.method], notes: [] };
    case 'bank-attempt':
      return bankLine(entry, voice);
    case 'settled':
      return settledLine(entry, voice);
    case 'webhook':
      return { tone: 'info', title: words.webhook(entry.event, entry.resends), notes: [] };
    case 'webhook-attempt':
      return attemptLine(entry, voice);
    case 'webhook-ended':
      return {
        tone: ENDED_TONES[entry.state],
        title: words.ended[entry.state],
        // Where the time is known, the title is enough.
        notes: entry.timeIsKnown ? [] : [outcomes.delivery[entry.outcome ?? entry.state], words.earliest],
      };
    case 'resent':
      return { tone: 'info', title: words.resent(voice.actorName(entry.who)), notes: [words.why(entry.why)] };
    case 'exception':
      return exceptionLine(entry, voice);
    case 'exception-note':
      return { tone: 'info', title: words.noted(voice.actorName(entry.by)), notes: [entry.text] };
    case 'exception-closed':
      return {
        tone: 'success',
        title: words.closed(words.outcome[entry.outcome]),
        notes: [
          outcomes.exceptionOutcome[entry.outcome],
          entry.note ?? '',
          entry.by === null ? '' : words.closedBy(voice.actorName(entry.by)),
        ].filter(Boolean),
      };
    case 'refund':
      return refundLine(entry, voice);
  }
}

const ENDED_TONES: Record<Of<'webhook-ended'>['state'], Tone> = {
  delivered: 'success',
  not_delivered: 'error',
  skipped: 'warning',
  superseded: 'stopped',
};

const ATTEMPT_TONES: Record<keyof Voice['words']['attemptState'], Tone> = {
  paid: 'success',
  live: 'in-progress',
  starting: 'pending',
  over: 'pending',
  ended: 'stopped',
};

function bankLine(entry: Of<'bank-attempt'>, { words, format, nowMs }: Voice): Line {
  const { method, number, state, endsAt, phoneLast3, reference, isPaid, bankId } = entry;
  const isPush = method === 'MBWAY';
  const isOver = (at: string) => Date.parse(at) <= nowMs;
  const now = isPaid ? 'paid' : state === 'live' && isOver(endsAt) ? 'over' : state;
  const issued = reference
    ? [
        words.reference(reference.entity, spacedReference(reference.reference)),
        words.validUntil(format.time(reference.expiresAt), isOver(reference.expiresAt)),
      ]
    : [];
  return {
    tone: ATTEMPT_TONES[now],
    title: isPush ? words.push(number, phoneLast3) : words.issue(number),
    notes: [...issued, words.attemptState[now](format.time(endsAt)), `${words.bankId}: ${bankId}`],
  };
}

function settledLine(entry: Of<'settled'>, { words, format }: Voice): Line {
  const { status, method, paidAt, paidAtIsOurs, isLate } = entry;
  if (status === 'failed') return { tone: 'error', title: words.failed, notes: [] };
  if (status === 'cancelled') return { tone: 'stopped', title: words.cancelled, notes: [] };
  const time = paidAt === null ? [] : [(paidAtIsOurs ? words.paidAtOurs : words.paidAt)(format.time(paidAt))];
  return {
    tone: isLate ? 'warning' : 'success',
    title: method === null ? words.paidPlain : words.paid(method === 'MBWAY' ? 'MB WAY' : 'Multibanco'),
    notes: isLate ? [words.late, ...time] : time,
  };
}

function attemptLine(entry: Of<'webhook-attempt'>, { words, outcomes, format }: Voice): Line {
  const { number, statusCode, durationMs, outcome } = entry;
  const code = statusCode === null ? [] : [words.statusCode(statusCode)];
  return {
    tone: outcome === 'delivered' ? 'success' : 'error',
    title: [words.attempt(number), ...code, words.took(format.duration(durationMs))].join(' · '),
    notes: [outcomes.attempt[outcome]],
  };
}

function exceptionLine(entry: Of<'exception'>, { words, outcomes, format, isStaff }: Voice): Line {
  const { exception, state, received, reported, detail } = entry;
  const isOpen = state === 'open';
  const meaning = outcomes.exception[exception];
  const own = words.nextStep[exception];
  return {
    tone: isOpen ? 'warning' : 'info',
    title: words.exception(words.kind[exception]),
    notes: [
      isStaff ? meaning.what : own.what,
      ...(received === null ? [] : [words.received(format.euros(received))]),
      ...(reported === null ? [] : [words.reported(format.euros(reported))]),
      ...(detail === null ? [] : [words.bankSays(detail)]),
      ...(isOpen ? [isStaff ? `${words.toDo} ${meaning.toDo}` : own.step] : []),
    ],
  };
}

function refundLine({ refund, amount, bankType, timeIsOurs }: Of<'refund'>, { words, format }: Voice): Line {
  const sum = amount === null ? words.noSum : format.euros(amount);
  const title = refund in words.refund ? words.refund[refund as keyof typeof words.refund] : words.refund.other;
  return {
    tone: 'warning',
    title,
    notes: [words.refundOf(sum, bankType), ...(timeIsOurs ? [words.timeOurs] : [])],
  };
}

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
