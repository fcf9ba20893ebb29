import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BankLine, readBankFile } from '../../../../functions/finance/bank-file/bank-file.ts';
import { decodeBankFile } from '../../../../functions/finance/bank-file/decode.ts';
import { bankFileText } from '../../../../functions/finance/bank-file/problem.ts';

/**
 * A bank's file as back offices export it and bookkeepers save it; every expected value is written by hand. The files of
 * the spreadsheet were written by LibreOffice 7.4.7 with Portuguese settings out of one sheet: it shows 20,90 as 20,9, and
 * has dropped the zero of the reference 012345678.
 */

const lines = (text: string): readonly BankLine[] => {
  const file = readBankFile(text);
  if (!file.ok) throw new Error(file.problems.map((problem) => bankFileText(problem)).join('\n'));
  return file.lines;
};
const saved = (name: string) => readFileSync(join(import.meta.dirname, name));
const linesOf = (bytes: Uint8Array) => {
  const text = decodeBankFile(bytes);
  return text.ok ? lines(text.value) : [text.problem];
};
/** The codes of a refusal, each with its line and column where it has them. */
const refusal = (text: string) => {
  const file = readBankFile(text);
  return file.ok ? file.lines : file.problems.map((each) => Object.values(each).slice(0, 3).join(' '));
};
const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);
const day = '2026-11-20';
const nothing = { feeCents: null, netCents: null };

describe('a file of a bank or a spreadsheet', () => {
  test('ifthenpay: its own names, points, quotation marks', () => {
    expect(linesOf(saved('ifthenpay.csv'))).toEqual([
      {
        ...{ line: 2, day, atMs: at('09:15:42'), direction: 'in', cents: 4_990, feeCents: 61, netCents: 4_929 },
        ids: {
          ...{ bankId: 'i2szvoUfPYBMWdSxqO3n', merchantTransactionId: 'r0123456789abcdefghjkmnpq' },
          ...{ entity: 'MB', reference: '123 456 789' },
        },
      },
      {
        ...{ line: 3, day, atMs: at('23:58:03'), direction: 'in', cents: 120_000, feeCents: 847, netCents: 119_153 },
        ids: {
          ...{ bankId: 'WdSxqO3ni2szvoUfPYBM', merchantTransactionId: 'w0123456789abcd' },
          ...{ entity: 'MBWAY', reference: 'w0123456789abcd' },
        },
      },
    ]);
  });

  test('SIBS: a declined purchase is no money, a refund went out', () => {
    expect(readBankFile(saved('sibs.csv').toString())).toEqual({
      ok: true,
      leftOut: 1,
      lines: [
        {
          ...{ line: 2, day, atMs: at('14:30:00'), direction: 'in', cents: 123_450, ...nothing },
          ids: { merchantTransactionId: '0123456789abcdefghjkmnpq-12345' },
        },
        {
          ...{ line: 4, day, atMs: at('15:00:00'), direction: 'out', cents: 3_450, ...nothing },
          ids: { merchantTransactionId: '0123456789abcdefghjkmnpq-12345' },
        },
        {
          ...{ line: 5, day, atMs: at('16:00:00'), direction: 'in', cents: 2_000, ...nothing },
          ids: { entity: '24000', reference: '012345678' },
        },
      ],
    });
  });

  test.each(['utf-8-semicolon.csv', 'utf-8-comma.csv', 'windows-1252-semicolon.csv'])('LibreOffice: %s', (name) => {
    expect(linesOf(saved(name))).toEqual([
      {
        ...{ line: 2, day, atMs: at('14:30:00'), direction: 'in', cents: 123_456, feeCents: 50, netCents: 123_406 },
        ids: { bankId: 's2pay1', entity: '24000', reference: '12345678' },
      },
      {
        ...{ line: 3, day, atMs: at('15:05:00'), direction: 'in', cents: 2_090, feeCents: 50, netCents: 2_040 },
        ids: { bankId: 's2pay2', entity: '24000', reference: '123456789' },
      },
      {
        ...{ line: 4, day, atMs: at('16:00:00'), direction: 'out', cents: 750, feeCents: null, netCents: -750 },
        ids: { bankId: 's2ret1', entity: '24000', reference: '123456789' },
      },
    ]);
  });

  test('is the same with a byte order mark, other newlines, TAB, composed accents, and a line for Excel', () => {
    const text = saved('utf-8-semicolon.csv').toString();
    const expected = lines(text);
    const forms = [`\uFEFF${text}`, text.replaceAll('\n', '\r\n'), text.replaceAll('\n', '\r'), text.normalize('NFD')];
    for (const form of [...forms, text.replaceAll(';', '\t')]) expect(lines(form)).toEqual(expected);
    const below = expected.map((each) => ({ ...each, line: each.line + 1 }));
    expect(lines(`\uFEFFsep=;\r\n${text}`)).toEqual(below);
  });

  test('that is a workbook, in another encoding, damaged or empty is refused', () => {
    const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding);
    const text = 'data;id;valor\n20/11/2026;a;1,00\n';
    expect(linesOf(Buffer.of(0x50, 0x4b, 3, 4))).toEqual([{ code: 'workbook' }]);
    expect(linesOf(Buffer.of(0xd0, 0xcf, 0x11, 0xe0))).toEqual([{ code: 'workbook' }]);
    expect(linesOf(bytes(text, 'utf16le'))).toEqual([{ code: 'damaged' }]);
    expect(linesOf(bytes(`\uFEFF${text}`, 'utf16le'))).toEqual([{ code: 'damaged' }]);
    expect(linesOf(bytes(text.replace('a;', '\uFFFD;'), 'utf8'))).toEqual([{ code: 'damaged' }]);
    expect(linesOf(Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes(text.replace('a', 'é'), 'latin1')]))).toEqual([
      { code: 'damaged' },
    ]);
    expect(refusal('')).toEqual(['empty']);
    expect(refusal('\n;;\n')).toEqual(['empty']);
    // UTF-8 read as Windows-1252: a name that is not known.
    // cspell:ignore comiss devolu
    expect(refusal('data;id;valor;comissÃ£o\n20/11/2026;a;1,00;1,00\n')).toEqual(['unknown-column comissÃ£o']);
    expect(refusal('data;id;valor;tipo\n20/11/2026;a;1,00;devoluÃ§Ã£o\n')).toEqual(['unknown-word 2 tipo']);
  });
});

describe('what changes the meaning of an amount', () => {
  /** A payment of 20,00 with one more column. */
  const one = (name: string, value: string) => `data;id;valor;${name}\n20/11/2026;a;20,00;${value}\n`;
  const of = (cell: string) => one(cell.split(': ')[0] ?? '', cell.split(': ')[1] ?? '');

  const out = [
    'tipo: Devolução',
    'kind: refund',
    'Operation: Reversal',
    'D/C: D',
    'Débito/Crédito: débito',
    'sinal: -',
  ];
  test.each([...out, 'Sentido: Saída'])('%s went out', (cell) => {
    expect(lines(of(cell))).toMatchObject([{ direction: 'out', cents: 2_000 }]);
  });

  const paid = ['estado: Concluída', 'Status: Completed', 'moeda: EUR', 'moeda: €', 'Currency Code: 978', 'sinal: +'];
  test.each([...paid, 'tipo: Pagamento', 'paymentType: PURS', 'tipo: MB WAY', 'D/C: C'])('%s came in', (cell) => {
    expect(lines(of(cell))).toMatchObject([{ direction: 'in', cents: 2_000 }]);
  });

  const states = ['estado: Cancelada', 'Status: Declined', 'state: pending', 'estado: Recusado'];
  test.each([...states, 'Operation: Authorisation'])('%s is no money', (cell) => {
    expect(readBankFile(of(cell))).toEqual({ ok: true, lines: [], leftOut: 1 });
  });

  test.each([
    ['moeda', 'USD', 'not-euro 2 moeda'],
    ['moeda', '', 'not-euro 2 moeda'],
    ['estado', 'devolvido', 'unknown-word 2 estado'],
    ['estado', '', 'unknown-word 2 estado'],
    ['tipo', 'chargeback', 'unknown-word 2 tipo'],
    ['D/C', 'X', 'unknown-word 2 D/C'],
    ['original amount', '18,00', 'unknown-column original amount'],
    ['taxa de câmbio', '1,1', 'unknown-column taxa de câmbio'],
    ['', 'D', 'cells 2 4'],
    ['crédito', '20,00', 'column-twice valor,crédito'],
    ['montante', '20,00', 'column-twice valor,montante'],
  ])('%s: “%s” is refused', (name, value, problem) => {
    expect(refusal(one(name, value))).toEqual([problem]);
  });

  test.each(['Valor (USD)', 'Valor ($)', 'amount GBP', 'valor %'])('%s is no amount in euros', (name) => {
    expect(refusal(`data;id;${name}\n20/11/2026;a;20,00\n`)).toContain(`unknown-column ${name}`);
  });
  test.each(['Valor (EUR)', 'Montante em €', 'valor_eur', 'AMOUNT EUR'])('%s is', (name) => {
    const file = `data;id;${name.replace(' em', '')}\n20/11/2026;a;20,00\n`;
    expect(lines(file)).toMatchObject([{ cents: 2_000 }]);
  });

  test('columns of debit and credit: one of them has the amount', () => {
    const file = (...rows: string[]) =>
      `data;id;débito;crédito\n${rows.map((row) => `20/11/2026;a;${row}\n`).join('')}`;
    expect(lines(file('20,00;', ';30,00', '0,00;40,00', '-5,00;0,00'))).toMatchObject([
      ...[
        { direction: 'out', cents: 2_000 },
        { direction: 'in', cents: 3_000 },
        { direction: 'in', cents: 4_000 },
        { direction: 'out', cents: 500 },
      ],
    ]);
    expect(refusal(file('5,00;20,00'))).toEqual(['contradiction 2 crédito']);
    expect(refusal(file(';'))).toEqual(['not-an-amount 2 crédito']);
    expect(refusal(file(';-5,00'))).toEqual(['contradiction 2 crédito']);
  });

  test('two columns that contradict each other are refused, and so is a payment with a minus', () => {
    expect(refusal('data;id;valor;tipo;D/C\n20/11/2026;a;20,00;pagamento;D\n')).toEqual(['contradiction 2 valor']);
    expect(refusal(one('tipo', 'pagamento').replace('20,00', '-20,00'))).toEqual(['contradiction 2 valor']);
    expect(lines('data;id;valor\n20/11/2026;a;-20,00\n')).toMatchObject([{ direction: 'out', cents: 2_000 }]);
  });

  test('a fee with a minus is a charge or a credit as the net shows, else refused', () => {
    const file = (row: string) => `data;id;tipo;valor;comissão;líquido\n20/11/2026;a;${row}\n`;
    expect(lines(file('pagamento;20,00;-0,10;19,90'))).toMatchObject([{ feeCents: 10, netCents: 1_990 }]);
    expect(lines(file('pagamento;20,00;-0,10;20,10'))).toMatchObject([{ feeCents: -10, netCents: 2_010 }]);
    expect(lines(file('devolução;20,00;-0,10;-20,10'))).toMatchObject([{ feeCents: 10, netCents: -2_010 }]);
    expect(lines(file('devolução;20,00;0,10;20,10'))).toMatchObject([{ feeCents: 10, netCents: -2_010 }]);
    expect(refusal(file('pagamento;20,00;-0,10;'))).toEqual(['unclear-fee 2 comissão']);
  });
});

describe('amounts', () => {
  const column = (...cells: string[]) => `data;id;valor\n${cells.map((each) => `20/11/2026;a;${each}\n`).join('')}`;

  test('comma or point is decided by the column as a whole', () => {
    const cents = (...cells: string[]) => lines(column(...cells)).map((line) => line.cents);
    expect(cents('1.234', '20,90', '7')).toEqual([123_400, 2_090, 700]);
    expect(cents('1,234', '20.9', '7')).toEqual([123_400, 2_090, 700]);
    expect(cents('1.234.567', '1.234')).toEqual([123_456_700, 123_400]);
    expect(cents('1 234,50 €', '€ 1\u00A0234,50', 'EUR 3,2', '3,20EUR')).toEqual([123_450, 123_450, 320, 320]);
  });

  test.each([
    ['1.234', [2]],
    ['1,234', [2]],
    ['20,90;30.50', [3]],
    ['1.5;20,90;1.234', [3, 4]],
    ['20,900', [2]],
    ['0.234;20,90', [2]],
    ['20,90 USD;1', [2]],
    ['1.23.456', [2]],
    ['1e3', [2]],
    ['1,23E+08', [2]],
    ['0,00', [2]],
    ['x', [2]],
    ['90071992547409,92', [2]],
    ['\u00AD20,00', [2]],
  ])('%s is refused with its line', (cells, found) => {
    expect(refusal(column(...cells.split(';')))).toEqual(found.map((line) => `not-an-amount ${line} valor`));
  });

  test('any sum in any form is read to the cent', () => {
    const cents = fc.array(fc.integer({ min: 1, max: 999_999_999 }), { minLength: 1, maxLength: 5 });
    const property = fc.property(cents, fc.constantFrom(',', '.'), fc.boolean(), (all, decimal, isGrouped) => {
      const written = all.map((each) => {
        const [euros = '', fraction = ''] = (each / 100).toFixed(2).split('.');
        const group = decimal === ',' ? '.' : ',';
        return `${isGrouped ? euros.replace(/\B(?=(\d{3})+$)/g, group) : euros}${decimal}${fraction}`;
      });
      expect(lines(column(...written)).map((line) => line.cents)).toEqual(all);
    });
    fc.assert(property);
  });
});

describe('a file separated by commas', () => {
  test('is read with quoted commas or with points', () => {
    const file = 'data,id,valor,comissão\n20/11/2026,a,"1.234,50","0,5"\n20/11/2026,b,20,1\n';
    expect(lines(file)).toMatchObject([{ cents: 123_450 }, { cents: 2_000, feeCents: 100 }]);
    expect(lines('data,id,valor\n20/11/2026,a,20.90\n20/11/2026,b,7\n')).toMatchObject([
      { cents: 2_090 },
      { cents: 700 },
    ]);
  });

  test.each([
    ['data,id,valor\n20/11/2026,a,20,90\n', 'cells 2 4'],
    ['data,id,valor,nota\n20/11/2026,a,20,90\n', 'divided-amount 2 valor'],
    ['data,id,valor,comissão\n20/11/2026,a,20,1\n', 'divided-amount 2 valor'],
    ['data,id,valor,nota\n20/11/2026,a,1,234.50\n', 'divided-amount 2 valor'],
    ['data,id,valor,nota\n20/11/2026,a,"20,90",\n20/11/2026,a,20,90,\n', 'cells 3 5'],
  ])('is refused where a comma may have divided an amount: %j', (file, problem) => {
    expect(refusal(file)).toEqual([problem]);
  });

  const SEED = 20_261_125;
  test('never reads an amount that its own comma has divided as another', () => {
    const heads = ['data,id,valor,comissao,liquido', 'data,id,valor,nota', 'valor,data,id,comissao', 'data,id,valor'];
    const row = fc.record({ gross: fc.integer({ min: 1, max: 300_000 }), fee: fc.integer({ min: 0, max: 150 }) });
    const form = fc.constantFrom('20,90', '20,9', '1,234.50');
    const all = fc.array(row, { minLength: 1, maxLength: 4 });
    const property = fc.property(all, fc.constantFrom(...heads), form, fc.boolean(), (rows, head, written, trims) => {
      const write = (cents: number) => {
        if (written === '1,234.50') return (cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
        return (written === '20,90' ? (cents / 100).toFixed(2) : String(cents / 100)).replace('.', ',');
      };
      const text = rows.map(({ gross, fee }, index) => {
        const liquido = write(gross - fee);
        const cells: Record<string, string> = {
          data: day,
          id: `S${index}`,
          valor: write(gross),
          comissao: write(fee),
          liquido,
        };
        const full = head.split(',').map((name) => cells[name] ?? '');
        return (trims ? full.slice(0, full.findLastIndex((each) => each !== '') + 1) : full).join(',');
      });
      const file = readBankFile(`${head}\n${text.join('\n')}\n`);
      if (file.ok) expect(file.lines.map(({ cents }) => cents)).toEqual(rows.map(({ gross }) => gross));
    });
    fc.assert(property, { numRuns: process.env.KINDS === 'all' ? 20_000 : 600, seed: SEED });
  });
});

describe('lines', () => {
  const row = (date: string, id = 'a') => `data;id;valor\n${date};${id};20,00\n`;

  test.each([
    ['2026-10-25 01:30:00', '2026-10-25', '2026-10-25T01:30:00Z'],
    ['25/10/2026 00:30', '2026-10-25', '2026-10-24T23:30:00Z'],
    ['29-03-2026 9:30', '2026-03-29', '2026-03-29T08:30:00Z'],
    ['2026-10-25T00:30:00+02:00', '2026-10-24', '2026-10-24T22:30:00Z'],
    ['20.11.2026', '2026-11-20', null],
    ['2026/11/20 14:30', '2026-11-20', '2026-11-20T14:30:00Z'],
  ])('the time %s is of %s', (text, name, time) => {
    expect(lines(row(text))).toMatchObject([{ day: name, atMs: time && Date.parse(time) }]);
  });

  test('a day may have its time in another column, and a spreadsheet’s midnight', () => {
    const file = 'data;hora;id;valor\n20/11/2026 00:00;14:30;a;20,00\n20/11/2026;;a;20,00\n';
    expect(lines(file)).toMatchObject([{ atMs: at('14:30:00') }, { atMs: null }]);
  });

  test.each([
    [row('29/03/26'), 'not-a-time 2 data'],
    [row('2026-02-30'), 'not-a-time 2 data'],
    [row('46346,60'), 'not-a-time 2 data'],
    [row(''), 'not-a-time 2 data'],
    [row('Total', ''), 'total 2'],
    [row('20/11/2026', 'TOTAL'), 'total 2'],
    [row('20/11/2026', ''), 'no-id 2'],
    [row('20/11/2026', '1,23E+08'), 'rounded 2 id'],
    [row('20/11/2026', '1234567890123450000'), 'rounded 2 id'],
    ['data;id\n20/11/2026;a\n', 'no-column gross,credit'],
    ['data;valor\n20/11/2026;20,00\n', 'no-column bankId,merchantTransactionId,reference'],
    ['data;id;valor\n20/11/2026;a;20,00;x\n', 'cells 2 4'],
    ['data;id;valor\n20/11/2026;"a;20,00\n20/11/2026;b;20,00\n', 'quotes 2'],
    ['data;nota;id;valor\n20/11/2026;"x\n20/11/2026;y";b;20,00\n', 'quotes 2'],
    ['data;id;valor\n20/11/2026;a"b;20,00\n', 'quotes 2'],
    ['data;id;valor\n20/11/2026;a;20,00\n20/11/2026;b', 'cut 3'],
    ['data;id;valor\n20/11/2026;a;20,00\n20/11/2026;b;20,9', 'cut 3'],
  ])('%j is refused', (file, problem) => {
    expect(refusal(file)).toEqual([problem]);
  });

  test('every wrong line is named', () => {
    expect(refusal('data;id;valor\n31/02/2026;a;1,00\n20/11/2026;b;x\n20/11/2026;c;1,00\n')).toEqual([
      'not-a-time 2 data',
      'not-an-amount 3 valor',
    ]);
  });

  test('a complete last line needs no newline, and Excel leaves out empty cells at its end', () => {
    expect(lines('data;id;valor\n20/11/2026;a;20,90')).toHaveLength(1);
    expect(lines('data;id;valor;comissão;nota\n20/11/2026;a;20,90\n')).toMatchObject([{ feeCents: null }]);
  });
});
