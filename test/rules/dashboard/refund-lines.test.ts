import { describe, expect, test } from 'vitest';
import { catalogue as en } from '../../../dashboard/src/i18n/en/catalogue.ts';
import { formatEuros } from '../../../dashboard/src/i18n/format.ts';
import { catalogue as pt } from '../../../dashboard/src/i18n/pt/catalogue.ts';
import { refundLines } from '../../../dashboard/src/transactions/list/refund-lines.ts';
import type { TransactionRow } from '../../../functions/dashboard/transactions/transactions-row.ts';

type Row = Pick<TransactionRow, 'status' | 'refunded'>;

function lines(row: Row, language: 'en' | 'pt'): string[] {
  const [locale, { transactions: words }] = language === 'en' ? (['en-GB', en] as const) : (['pt-PT', pt] as const);
  const euros = (sum: number) => formatEuros(sum, locale);
  return refundLines(row, words, euros).map((line) => line.replaceAll('\u00a0', ' '));
}

describe('what was refunded, below the status', () => {
  test.each(['pending', 'failed', 'cancelled'] as const)('is no excess where the transaction is %s', (status) => {
    const part: Row = { status, refunded: { euros: 0, of: 15, excess: 14.99 } };
    expect(lines(part, 'en')).toEqual(['Refunded €14.99']);
    expect(lines(part, 'pt')).toEqual(['Devolvido 14,99 €']);
    const unread: Row = { status, refunded: { euros: null, of: 15, excess: 5 } };
    expect(lines(unread, 'en')).toEqual(['Refunded, amount not reported', 'Refunded €5.00']);
  });

  test('is of the payment, and of what was received beyond it, where it is paid', () => {
    const row: Row = { status: 'paid', refunded: { euros: 5, of: 15, excess: 1 } };
    expect(lines(row, 'en')).toEqual(['Refunded €5.00 of €15.00', 'Excess of €1.00 refunded']);
    expect(lines({ status: 'paid', refunded: null }, 'pt')).toEqual([]);
  });
});
