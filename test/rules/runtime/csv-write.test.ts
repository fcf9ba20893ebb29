import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRows } from '../../../functions/runtime/csv-write.ts';
import { codePoint } from '../../support/code-point.ts';
import { readCsv } from '../../support/read-csv.ts';

describe('a CSV file of ours', () => {
  test('opens right in Portuguese Excel: semicolons, decimal comma, CRLF', () => {
    expect(
      csvRows([
        ['a', { cents: -123_456 }, null],
        [{ atMs: Date.parse('2026-07-01T12:00:00Z') }, { day: '2026-07-01' }],
      ]),
    ).toBe('a;-1234,56;\r\n2026-07-01 13:00:00;2026-07-01\r\n');
  });

  test('writes what a spreadsheet would misread as text', () => {
    const readings = readFileSync(join(import.meta.dirname, 'spreadsheet-readings.tsv'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t')[0] ?? '');
    const control = ['\t5', '\r5', '\n=1', '\u200b5', '#N/D', '@SUM(A1)', '\uff11\uff12', '(x', '"=1"'];
    const texts = [...readings, ...control];
    expect(texts.length).toBeGreaterThan(150);
    const written = readCsv(csvRows([['id'], ...texts.map((text) => [text])])).slice(1);
    expect(written).toEqual(texts.map((text) => [/^[^"\p{C}]+$/u.test(text) ? `="${text}"` : `'${text}`]));
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
    expect(csvRows([texts])).toBe(`${texts.join(';')}\r\n`);
  });

  test('order ids with separators, quotes and newlines are unchanged when read back', () => {
    const text = 'a;"b"\r\nc, d';
    expect(readCsv(csvRows([[text, 'e'], ['f']]))).toEqual([[text, 'e'], ['f']]);
  });

  test('no order id makes a cell that begins a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        const cell = readCsv(`id;x\r\n${csvRows([[text, 'x']])}`)[1]?.[0] ?? '';
        if (cell !== `="${text}"`) expect(cell).not.toMatch(/^[=+\-@]/);
      }),
      { examples: [[' =1+1'], ['"=1+1'], ['\u00A0=1']] },
    );
  });
});
