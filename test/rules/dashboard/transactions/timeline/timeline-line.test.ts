import { describe, expect, test } from 'vitest';
import { spacedReference } from '../../../../../dashboard/src/i18n/format.ts';
import { outcomeWords } from '../../../../../dashboard/src/i18n/sentences.ts';
import { moneyWords, transactionWords } from '../../../../../dashboard/src/i18n/shared-words.ts';
import { textsIn } from '../../../../../dashboard/src/i18n/words.ts';
import { paceOf } from '../../../../../dashboard/src/transactions/detail/pace.ts';
import { lineOf, readable, type Voice } from '../../../../../dashboard/src/transactions/timeline/timeline-line.ts';
import { timelineWords } from '../../../../../dashboard/src/transactions/timeline/words.ts';
import type { TimelineEntry } from '../../../../../functions/dashboard/transactions/timeline/entry.ts';
import type { TransactionDetail } from '../../../../../functions/dashboard/transactions/transaction-detail.ts';

function voice(language: 'en' | 'pt'): Voice {
  return {
    words: textsIn(timelineWords, language),
    shared: textsIn(transactionWords, language),
    money: textsIn(moneyWords, language),
    outcomes: textsIn(outcomeWords, language),
    isStaff: false,
    nowMs: Date.parse(AT),
    actorName: (who: string) => who,
    format: {
      euros: (euros) => `€${euros}`,
      time: (iso) => `at ${iso}`,
      duration: (durationMs) => `${durationMs} ms`,
    },
  };
}

const AT = '2026-11-20T10:00:00.000Z';

describe('a line of the timeline', () => {
  const attempt: TimelineEntry = {
    at: AT,
    kind: 'webhook-attempt',
    eventId: 'evt_a',
    resends: 0,
    number: 2,
    durationMs: 120,
    outcome: 'status',
    statusCode: 503,
    answer: 'no',
    headers: {},
  };

  test('shows number, status and duration of an attempt, and a sentence about the outcome', () => {
    expect(lineOf(attempt, voice('en'))).toEqual({
      tone: 'error',
      title: 'Attempt 2 of 4 · status 503 · took 120 ms',
      notes: [expect.stringContaining('not with a 2xx status')],
    });
  });

  test.each([
    ['expired', /has expired or is not valid yet: renew it/, /expirou ou ainda não é válido: renove-o/],
    ['tls', /full chain/, /cadeia completa/],
    ['not-http', /may have processed the event: check before you resend/, /confirme antes de reenviar/],
  ] as const)('says in plain words that an attempt failed by %s', (outcome, english, portuguese) => {
    const failed = { ...attempt, outcome, statusCode: null };
    expect(lineOf(failed, voice('en')).notes.join()).toMatch(english);
    expect(lineOf(failed, voice('pt')).notes.join()).toMatch(portuguese);
  });

  test('has no status if there was no answer', () => {
    expect(lineOf({ ...attempt, outcome: 'timeout', statusCode: null }, voice('en')).title).toBe(
      'Attempt 2 of 4 · took 120 ms',
    );
  });

  test('a late payment states that the shop had been notified of another outcome', () => {
    const line = lineOf(
      {
        at: AT,
        kind: 'settled',
        cause: 'bank-confirmed',
        method: 'REFERENCE',
        paidAt: AT,
        paidAtIsOurs: true,
        isLate: true,
      },
      voice('en'),
    );
    expect(line.tone).toBe('warning');
    expect(line.title).toBe('Paid by Multibanco');
    expect(line.notes).toEqual([
      timelineWords.late[0],
      `The bank reported no payment time. Time of our record: at ${AT}.`,
    ]);
  });

  test.each([
    ['bank-refused', 'error', 'Failed: refused by the bank', 'Falhou: recusada pelo banco'],
    ['customer-refused', 'error', 'Failed: rejected by the customer', 'Falhou: rejeitada pelo cliente'],
    ['expired', 'stopped', 'Cancelled: not paid in time', 'Cancelada: não foi paga a tempo'],
  ] as const)('says why it ended unpaid: %s', (cause, tone, english, portuguese) => {
    const rest = { method: 'MBWAY', paidAt: null, paidAtIsOurs: false, isLate: false } as const;
    const entry = { at: AT, kind: 'settled', cause, ...rest } as const;
    expect(lineOf(entry, voice('en'))).toEqual({ tone, title: english, notes: [] });
    expect(lineOf(entry, voice('pt')).title).toBe(portuguese);
  });

  test('shows a reference in groups of three digits', () => {
    const line = lineOf(
      {
        at: AT,
        kind: 'bank-attempt',
        number: 1,
        method: 'REFERENCE',
        state: 'live',
        bankId: 'b-1',
        endsAt: AT,
        phoneLast3: null,
        reference: { entity: '11249', reference: '123456789', expiresAt: AT },
        isPaid: false,
      },
      voice('en'),
    );
    expect(line.notes).toContain('Entity 11249, reference 123 456 789');
    expect(spacedReference('1234')).toBe('123 4');
  });

  test.each([
    ['en', 'Waiting for the customer until', /^The customer had until .* The bank has not reported a final result\./],
    ['pt', 'À espera do cliente até', /^O cliente tinha até .* O banco não comunicou um resultado final\./],
  ] as const)(
    'a request whose time is over is stated in the past, with what happens next, in %s',
    (language, waiting, over) => {
      const push: TimelineEntry = {
        ...{ at: AT, kind: 'bank-attempt', number: 1, method: 'MBWAY', state: 'live', bankId: 'b-1' },
        ...{ endsAt: '2026-11-20T10:04:00.000Z', phoneLast3: '002', reference: null, isPaid: false },
      };
      const reference = { entity: '11249', reference: '123456789', expiresAt: push.endsAt };
      const at = (time: string) => ({ ...voice(language), nowMs: Date.parse(time) });
      const during = lineOf(push, at('2026-11-20T10:03:59.999Z'));
      expect([during.tone, during.notes[0]]).toEqual(['in-progress', expect.stringContaining(waiting)]);
      const after = lineOf(push, at('2026-11-27T10:04:00.000Z'));
      expect([after.tone, after.notes[0]]).toEqual(['pending', expect.stringMatching(over)]);
      expect(lineOf({ ...push, reference }, at('2026-11-20T10:00:00.000Z')).notes[1]).toMatch(/^(Valid|Válida)/);
      expect(lineOf({ ...push, reference }, at('2026-11-27T10:00:00.000Z')).notes[1]).toMatch(
        /^(Was valid|Foi válida)/,
      );
      // Nor does the page go on as if the customer might still confirm.
      const detail = { transaction: { status: 'pending', delivery: null }, timeline: [push] };
      const paces = ['2026-11-20T10:05:30.000Z', '2026-11-27T10:00:00.000Z'].map((time) =>
        paceOf(detail as unknown as TransactionDetail, Date.parse(time)),
      );
      expect(paces).toEqual([3_000, undefined]);
    },
  );

  test.each([
    ['en', 'Other money received: €4.', 'Reported by the bank: €5.', /^To do: /],
    ['pt', 'Outro dinheiro recebido: €4.', 'Comunicado pelo banco: €5.', /^A fazer: /],
  ] as const)(
    'an exception says what is on record, what was only reported, and the step, in %s',
    (language, received, reported, toDo) => {
      const exception = { at: AT, kind: 'exception', exceptionId: 'x', exception: 'underpaid', state: 'open' } as const;
      const sums = { received: 4, reported: 5, detail: null, siblingId: null };
      const own = lineOf({ ...exception, ...sums }, voice(language));
      expect(own.notes.slice(1, 3)).toEqual([received, reported]);
      expect(own.notes.at(-1)).toBe(textsIn(timelineWords, language).nextStep.underpaid.step);
      const ofStaff = lineOf({ ...exception, ...sums, received: null }, { ...voice(language), isStaff: true });
      expect(ofStaff.notes).toEqual([expect.any(String), reported, expect.stringMatching(toDo)]);
      const closed = lineOf({ ...exception, ...sums, state: 'closed' }, { ...voice(language), isStaff: true });
      expect(closed.notes.join()).not.toMatch(toDo);
    },
  );

  test('tells a merchant nothing of what staff note for each other', () => {
    const closed = { at: AT, kind: 'exception-closed', exceptionId: 'x', outcome: 'kept' } as const;
    expect(lineOf({ ...closed, note: null, by: null }, voice('en')).notes).toEqual([
      textsIn(outcomeWords, 'en').exceptionOutcome.kept,
    ]);
    expect(lineOf({ ...closed, note: 'why', by: 'ana' }, voice('en')).notes).toEqual([
      textsIn(outcomeWords, 'en').exceptionOutcome.kept,
      'why',
      'By ana.',
    ]);
  });

  test('a payload that is not JSON is shown unchanged', () => {
    expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(readable('{')).toBe('{');
  });
});
