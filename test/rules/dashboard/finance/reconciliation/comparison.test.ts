import { expect, test } from 'vitest';
import { accountsOf, readFile } from '../../../../../dashboard/src/finance/reconciliation/bank-file.ts';
import {
  differencesCsv,
  differencesIn,
  type Finding,
  sumsOf,
} from '../../../../../dashboard/src/finance/reconciliation/comparison.ts';
import { reconciliationWords } from '../../../../../dashboard/src/finance/reconciliation/words.ts';
import { textsIn } from '../../../../../dashboard/src/i18n/words.ts';
import { readCsv } from '../../../../support/read-csv.ts';

const en = textsIn(reconciliationWords, 'en');

const atMs = Date.parse('2026-07-20T10:00:00Z');
const ours = (kind: string, cents: number | null) =>
  ({
    ...{ kind, cents, atMs, transactionId: 'tx_1', externalOrderId: '=1+1' },
    ...{ bankId: 'ours-1', entity: '12345', reference: '012345678' },
  }) as Finding['ours'];
const line = (direction: 'in' | 'out', cents: number, feeCents: number | null = null, netCents: number | null = null) =>
  ({
    line: 2,
    day: '2026-07-20',
    atMs: null,
    ids: { bankId: 's2a' },
    direction,
    cents,
    feeCents,
    netCents,
  }) as Finding['line'];
const finding = (result: Finding['result'], our: Finding['ours'], bank: Finding['line'], isAmbiguous = false) =>
  ({ result, ours: our, line: bank, isAmbiguous }) satisfies Finding;

const FINDINGS = [
  finding('ours-only', ours('other', 250), null),
  finding('theirs-only', null, line('in', 700, 10, 690), true),
  finding('amount-differs', ours('payment', 1_000), line('in', 1_500, 20, 1_480)),
  finding('matched', ours('returned', 300), line('out', 300, 0, -300)),
];

test('the sums of a comparison are those of both sides, with fees and net of the bank', () => {
  expect(sumsOf(FINDINGS)).toEqual({
    ours: { received: 1_250, returned: 300 },
    bank: { received: 2_200, returned: 300, fees: 30, net: 1_870 },
  });
  const without = sumsOf([...FINDINGS, finding('matched', ours('payment', 1), line('in', 1))]);
  expect(without.bank).toMatchObject({ fees: null, net: null });
});

test('the differences are saved as CSV, without what matched', () => {
  const [head, ...rows] = readCsv(differencesCsv(differencesIn(FINDINGS), en));
  expect(head).toEqual(Object.values(en.columns));
  expect(rows).toEqual([
    [
      ...['Only ours', 'Received', 'tx_1', '="=1+1"', '2026-07-20 11:00:00', '2,50'],
      ...['', '', 'ours-1', '', '="12345"', '="012345678"', '', '', ''],
    ],
    [
      ...['The line names several of our transactions.', 'Received', '', '', '', ''],
      ...['2', '2026-07-20', 's2a', '', '', '', '7,00', '0,10', '6,90'],
    ],
    [
      ...['Amount differs', 'Received', 'tx_1', '="=1+1"', '2026-07-20 11:00:00', '10,00'],
      ...['2', '2026-07-20', 's2a', '', '="12345"', '="012345678"', '15,00', '0,20', '14,80'],
    ],
  ]);
});

test('a file is read from its bytes, and one without money is refused', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const file = 'data;id;valor\n21/11/2026;a;1,00\n20/11/2026;b;1,00\n';
  expect(readFile(bytes(file))).toMatchObject({ days: { from: '2026-11-20', to: '2026-11-21' }, leftOut: 0 });
  expect(readFile(bytes('data;id;valor\n'))).toEqual([{ code: 'empty' }]);
});

test('the accounts of a file are those of the merchants, each once', () => {
  const merchants = ['sandbox', 'other', 'sandbox'].map((bankAccount) => ({ bankAccount }));
  expect(accountsOf(merchants)).toEqual(['other', 'sandbox']);
});
