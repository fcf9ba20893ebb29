import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBankFile } from '../../../functions/finance/reconciliation/bank-file.ts';
import { bankFileText } from '../../../functions/finance/reconciliation/bank-file-problem.ts';
import { readEuros, readTime } from '../../../functions/finance/reconciliation/bank-file-values.ts';
import { findingsCsv } from '../../../functions/finance/reconciliation/csv-rows.ts';
import { writeCsv } from '../../../functions/runtime/csv-write.ts';
import { codePoint } from '../../support/code-point.ts';
import { readCsv } from '../../support/read-csv.ts';
import { compare, lineOn, paidAt } from './reconciled-days.ts';

const ourId = (text: string) => (text.startsWith('tx_') ? text : null);
const read = (text: string) => readBankFile(text, ourId);

describe('the bank’s export', () => {
  test('is read with semicolons, decimal commas, a byte order mark and Lisbon’s time', () => {
    const text =
      '\uFEFFdatetime;kind;entity;reference;bankId;merchantTransactionId;gross;fee;net\r\n' +
      '29-03-2026 02:30:00;payment;24000;123 456 789;s2abc;tx_a;1.234,50;0,50;1.234,00\r\n' +
      '2026-03-29;refund;;;r-1;;-3,2;;-3,2\r\n';
    const lines = [
      {
        ...{ lineNumber: 2, kind: 'payment', day: '2026-03-29', atMs: Date.parse('2026-03-29T01:30:00Z') },
        ...{ bankId: 's2abc', merchantTransactionId: 'tx_a', transactionId: 'tx_a', entity: '24000' },
        ...{ reference: '123456789', grossCents: 123_450, feeCents: 50, netCents: 123_400 },
      },
      {
        ...{ lineNumber: 3, kind: 'refund', day: '2026-03-29', atMs: null, bankId: 'r-1', merchantTransactionId: null },
        ...{ transactionId: null, entity: null, reference: null, grossCents: 320, feeCents: null, netCents: 320 },
      },
    ];
    expect(read(text)).toEqual({ ok: true, lines, unusedColumns: [] });
  });

  test('is read the same with commas, decimal points, times with a zone, and columns in another order', () => {
    const text = 'gross,bankId,date,time,other\n"1,234.50",s2abc,2026-03-29,02:30,x\n7,s2def,2026-03-29T01:30:00Z,,y\n';
    const file = read(text);
    expect(file).toMatchObject({ ok: true, lines: [{ grossCents: 123_450 }, { grossCents: 700, kind: 'payment' }] });
    expect(file.ok && new Set(file.lines.map(({ atMs }) => atMs))).toEqual(
      new Set([Date.parse('2026-03-29T01:30:00Z')]),
    );
  });

  test('is accepted completely or not at all: every wrong line is named', () => {
    const text = 'date;bankId;gross\n31-02-2026;a;1\n2026-03-29;b;1,234\n2026-03-29;c;-1\n2026-03-29;d;1\n';
    const file = read(text);
    expect(file.ok).toBe(false);
    expect(!file.ok && file.problems).toEqual([
      { code: 'not-a-time', line: 2, column: 'date', value: '31-02-2026' },
      { code: 'not-an-amount', line: 3, column: 'gross', value: '1,234' },
      { code: 'gross-not-positive', line: 4, column: 'gross', value: '-1' },
    ]);
  });

  test.each([
    ['', 'the file is empty (export the day again)'],
    ['date;bankId\n', 'column missing: gross (name it in the first line)'],
    [
      'date;gross\n',
      'a column is missing that names the payment: bankId or merchantTransactionId or reference ' +
        '(name it in the first line)',
    ],
  ])('that is empty or lacks a required column is refused', (text, problem) => {
    const file = read(text);
    expect(file.ok).toBe(false);
    expect(!file.ok && file.problems.map((each) => bankFileText(each))).toEqual([problem]);
  });

  test('without lines is an export of a day without money', () => {
    expect(read('date;bankId;gross\n\n')).toEqual({ ok: true, lines: [], unusedColumns: [] });
  });

  test.each([
    ['2026-10-25 01:30:00', '2026-10-25', '2026-10-25T01:30:00Z'],
    ['25/10/2026 00:30', '2026-10-25', '2026-10-24T23:30:00Z'],
    ['2026-10-25T00:30:00+02:00', '2026-10-24', '2026-10-24T22:30:00Z'],
    ['2026-03-28T23:59:59.999', '2026-03-28', '2026-03-28T23:59:59Z'],
  ])('reads %s as %s', (text, day, time) => {
    expect(readTime(text)).toEqual({ ok: true, value: { day, atMs: Date.parse(time) } });
  });

  test.each(['', '2026-13-01', '2026-03-29 24:00', '29/03/26', '2026-03-29 10'])('"%s" is not a time', (text) => {
    expect(readTime(text).ok).toBe(false);
  });

  test('any sum in any accepted form is read to the cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.constantFrom(',', '.'),
        fc.boolean(),
        (cents, point, grouped) => {
          const [integer = '', fraction = ''] = (cents / 100).toFixed(2).split('.');
          const separator = point === ',' ? '.' : ',';
          const written = grouped ? integer.replace(/\B(?=(\d{3})+$)/g, separator) : integer;
          expect(readEuros(`${written}${point}${fraction} €`)).toEqual({ ok: true, value: cents });
        },
      ),
    );
  });

  test.each(['', 'x', '1.234', '1,234', '1.2.3', '1,234,56', '0.001', '1e3'])(
    '"%s" is no sum: money is not guessed',
    (text) => {
      expect(readEuros(text).ok).toBe(false);
    },
  );
});

describe('our CSV', () => {
  test('opens right in Portuguese Excel: byte order mark, semicolons, decimal comma, CRLF', () => {
    expect(
      writeCsv([
        ['a', { cents: -123_456 }, null],
        [{ atMs: Date.parse('2026-07-01T12:00:00Z') }, { day: '2026-07-01' }],
      ]),
    ).toBe('\uFEFFa;-1234,56;\r\n2026-07-01 13:00:00;2026-07-01\r\n');
  });

  test.for(['apostrophe', 'literal'] as const)('writes what a spreadsheet would misread as text: %s', (form) => {
    const readings = readFileSync(join(import.meta.dirname, 'spreadsheet-readings.tsv'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t')[0] ?? '');
    const control = ['\t5', '\r5', '\n=1', '\u200b5', '#N/D', '@SUM(A1)', '\uff11\uff12', '(x', '"=1"'];
    const texts = [...readings, ...control];
    expect(texts.length).toBeGreaterThan(150);
    const written = readCsv(writeCsv([['id'], ...texts.map((text) => [text])], form)).slice(1);
    expect(written).toEqual(
      texts.map((text) => [form === 'literal' && /^[^"\p{C}]+$/u.test(text) ? `="${text}"` : `'${text}`]),
    );
  });

  test('leaves words, ids and order ids as they are', () => {
    const texts = [
      'tx_1e5',
      'mer_a',
      's2pay1',
      'ORDER-1',
      'E5',
      'Encomenda nº 1',
      'Maio',
      'Setembro',
      'Truelove',
      'ª 1',
    ];
    expect(writeCsv([texts])).toBe(`\uFEFF${texts.join(';')}\r\n`);
  });

  test('order ids with separators, quotes and newlines are unchanged when read back', () => {
    const text = 'a;"b"\r\nc, d';
    expect(readCsv(writeCsv([[text, 'e'], ['f']]))).toEqual([[text, 'e'], ['f']]);
  });

  test('no order id makes a cell that begins a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        expect(readCsv(`id;x\r\n${writeCsv([[text, 'x']]).slice(1)}`)[1]?.[0] ?? '').not.toMatch(/^[=+\-@]/);
      }),
      { examples: [[' =1+1'], ['"=1+1'], ['\u00A0=1']] },
    );
  });

  test('has a row for each finding, with times of Lisbon and amounts in euros', () => {
    const ours = paidAt('2026-07-20T12:00:00Z', {
      externalOrderId: '=HYPERLINK("x")',
      mb: { entity: '24000', reference: '012345678' },
    });
    const line = lineOn('2026-07-20', '2026-07-20T12:00:05Z', { grossCents: 900, feeCents: 7, netCents: 893 });
    const [, row] = readCsv(findingsCsv(compare('2026-07-20', [ours], [line]).findings));
    expect(row).toEqual([
      ...['amount-differs', 'payment', 'mer_a', 'tx_a', `'=HYPERLINK("x")`, 'main', 'MBWAY'],
      ...['2026-07-20 13:00:00', '2026-07-20 13:00:05', 'bank-a', "'24000", "'012345678"],
      ...['10,00', '9,00', '0,07', '8,93', '0,00', 'line 2', '-1,00'],
    ]);
  });
});
