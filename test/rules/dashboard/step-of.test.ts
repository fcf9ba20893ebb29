import { describe, expect, test } from 'vitest';
import { catalogue as en } from '../../../dashboard/src/i18n/en/catalogue.ts';
import { formatDay, formatEuros } from '../../../dashboard/src/i18n/format.ts';
import { catalogue as pt } from '../../../dashboard/src/i18n/pt/catalogue.ts';
import { type Stepping, stepOf } from '../../../dashboard/src/transactions/step-of.ts';
import { EXCEPTION_KINDS } from '../../../functions/payments/exceptions/exception.ts';

const LOCALES = { en: ['en-GB', en], pt: ['pt-PT', pt] } as const;
const NONE: Omit<Stepping, 'kind'> = { notifiedOf: null, isPaid: false, isCovered: false, returned: null };
/** After midnight in Lisbon's summer time. */
const AT = '2027-07-01T23:30:00.000Z';

function step(exception: Stepping, language: 'en' | 'pt', isStaff = false): string {
  const [locale, { timeline: words, outcomes }] = LOCALES[language];
  const format = {
    euros: (euros: number) => formatEuros(euros, locale),
    day: (day: string) => formatDay(day, locale),
  };
  return stepOf(exception, { words, outcomes, format, isStaff }).replaceAll('\u00a0', ' ');
}

const ASKED =
  /will be refunded|is refunded|, refund|refund (the|this|it|all)|será devolvido|será devolvida|é devolvida|devolva|peça a/i;

describe('the next step about an exception', () => {
  test.each(EXCEPTION_KINDS)('%s: promises and asks for nothing that was returned', (kind) => {
    for (const isPaid of [false, true]) {
      const full = { kind, ...NONE, isPaid, returned: { euros: 1_000, of: 1_000, count: 1, at: AT } };
      for (const isStaff of [false, true]) {
        const [english, portuguese] = [step(full, 'en', isStaff), step(full, 'pt', isStaff)];
        expect(english).toContain('Already refunded: €1,000.00 on 2 Jul 2027.');
        expect(portuguese).toContain('Já devolvido: 1 000,00 € em 02/07/2027.');
        expect(english).not.toMatch(ASKED);
        expect(portuguese).not.toMatch(ASKED);
        if (isStaff) continue;
        expect(english).toMatch(
          isPaid || kind.startsWith('unknown') ? /Nothing is left for you/ : /wants to buy, create/,
        );
        expect(portuguese).toMatch(
          isPaid || kind.startsWith('unknown') ? /Não tem mais nada a/ : /quiser comprar, crie/,
        );
      }
    }
  });

  test('names what was returned in part, and what follows', () => {
    const part = { ...NONE, returned: { euros: 30, of: 50, count: 2, at: AT } };
    expect(step({ kind: 'overpaid', ...part }, 'pt')).toBe(
      'Foi recebido mais do que o valor esperado. Já devolvido: 30,00 € de 50,00 € até 02/07/2027. ' +
        'O restante será devolvido.',
    );
    expect(step({ kind: 'overpaid', ...part }, 'en', true)).toMatch(
      /^Already refunded: €30\.00 of €50\.00 by 2 Jul 2027\. If it paid the transaction, refund the difference\./,
    );
    const unknown = { ...NONE, returned: { euros: null, of: 50, count: 1, at: AT } };
    expect(step({ kind: 'paid-twice', ...unknown }, 'en')).toMatch(
      /A refund without a readable amount was reported on 2 Jul 2027\. The second payment will be refunded\.$/,
    );
  });

  test('says that a refund was covered since, and leaves the exception to a person', () => {
    const covered = { kind: 'unknown-refund' as const, ...NONE, isCovered: true };
    expect(step(covered, 'en', true)).toMatch(/^Covered since: .* close the exception\.$/);
    expect(step(covered, 'pt', true)).toMatch(/^Entretanto coberta: .* feche a exceção\.$/);
    expect(step(covered, 'en')).toMatch(/^Covered since: /);
  });

  test('of a part that the bank reported beside a payment is no request to collect the rest', () => {
    for (const language of ['en', 'pt'] as const) {
      expect(step({ kind: 'underpaid', ...NONE }, language)).toMatch(
        /create a new transaction|crie uma nova transação/,
      );
      const beside = step({ kind: 'underpaid', ...NONE, isPaid: true }, language);
      expect(beside).not.toMatch(/new transaction|nova transação/);
    }
  });
});
