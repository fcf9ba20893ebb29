import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBankFile } from '../../../functions/finance/reconciliation/bank-file.ts';
import { bankFileText } from '../../../functions/finance/reconciliation/bank-file-problem.ts';
import { decodeBankFile } from '../../../functions/finance/reconciliation/bank-file-text.ts';
import { readDigits, readEuros } from '../../../functions/finance/reconciliation/bank-file-values.ts';
import { findTransactionIn } from '../../../functions/finance/reconciliation/find-transaction.ts';
import { lineOn, paidAt } from './reconciled-days.ts';

/**
 * A bank's file as a bookkeeper saves it. The files of `bank-files` were written by LibreOffice 7.4.7 with Portuguese
 * settings, out of one sheet: it shows 20,90 as 20,9 and has dropped the zero of the reference 012345678.
 */

const read = (text: string) => readBankFile(text, () => null);

function linesOf(bytes: Uint8Array) {
  const text = decodeBankFile(bytes);
  const file = text.ok ? read(text.value) : { ok: false as const, problems: [text.problem] };
  if (!file.ok) throw new Error(file.problems.map((problem) => bankFileText(problem)).join('\n'));
  return file.lines;
}

/** What a file is refused for: the first problem. */
function refusal(text: string): string {
  const file = read(text);
  return file.ok ? `read: ${JSON.stringify(file.lines)}` : bankFileText(file.problems[0] ?? { code: 'empty' });
}

describe('a file that a spreadsheet saved', () => {
  const saved = (name: string) => readFileSync(join(import.meta.dirname, 'bank-files', name));
  const names = ['utf-8-semicolon.csv', 'utf-8-comma.csv', 'utf-16-tab.csv', 'windows-1252-semicolon.csv'];

  test.each(names)('is read, whatever its separator and encoding: %s', (name) => {
    const common = { merchantTransactionId: null, transactionId: null, entity: '24000', day: '2026-11-20' };
    const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00Z`);
    expect(linesOf(saved(name))).toEqual([
      {
        ...common,
        ...{ lineNumber: 2, kind: 'payment', atMs: at('14:30'), bankId: 's2pay1', reference: '12345678' },
        ...{ grossCents: 123_456, feeCents: 50, netCents: 123_406 },
      },
      {
        ...common,
        ...{ lineNumber: 4, kind: 'payment', atMs: at('15:05'), bankId: 's2pay2', reference: '123456789' },
        ...{ grossCents: 2_090, feeCents: 50, netCents: 2_040 },
      },
      {
        ...common,
        ...{ lineNumber: 5, kind: 'refund', atMs: at('16:00'), bankId: 's2ret1', reference: '123456789' },
        ...{ grossCents: 750, feeCents: null, netCents: 750 },
      },
    ]);
  });

  test('is read the same with other marks, newlines, accents, and a line for spreadsheets', () => {
    const text = saved('utf-8-semicolon.csv').toString('utf8');
    const expected = linesOf(Buffer.from(text));
    const little = Buffer.from(text, 'utf16le');
    const marked = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const forms = [
      Buffer.from(`\uFEFF${text}`),
      ...[little, marked, Buffer.from(little).swap16(), Buffer.from(marked).swap16()],
      ...[text.normalize('NFD'), text.replaceAll('\n', '\r'), text.replaceAll('\n', '\r\n')].map((each) =>
        Buffer.from(each),
      ),
    ];
    for (const form of forms) expect(linesOf(form)).toEqual(expected);
    const below = expected.map((line) => ({ ...line, lineNumber: line.lineNumber + 1 }));
    for (const first of ['sep=;', '"sep=;"', 'SEP=;;;;']) {
      expect(linesOf(Buffer.from(`\uFEFF${first}\r\n${text}`))).toEqual(below);
    }
    expect(linesOf(Buffer.from(`sep=|\n${text.replaceAll(';', '|')}`))).toEqual(below);
  });

  test('is refused by name if it is a workbook, no text, or not in the encoding that it begins with', () => {
    const problem = (...bytes: number[]) => decodeBankFile(Uint8Array.from(bytes));
    expect(problem()).toEqual({ ok: false, problem: { code: 'empty' } });
    for (const start of [
      [0x50, 0x4b, 3, 4],
      [0xd0, 0xcf, 0x11, 0xe0],
    ])
      expect(problem(...start, 1)).toEqual({ ok: false, problem: { code: 'workbook' } });
    for (const bytes of [
      [0xef, 0xbb, 0xbf, 0xe3],
      [0xff, 0xfe, 0x64],
      [0xfe, 0xff, 0xd8, 0x00],
    ])
      expect(problem(...bytes)).toEqual({ ok: false, problem: { code: 'damaged' } });
    expect(refusal('date;bankId;gross\n2026-11-20;b\0;1\n')).toContain('the file is not text');
  });
});

describe('a file that a program saved', () => {
  const HEAD = 'data;referência;id;Valor (EUR);comissão €;líquido';

  // As Python's codecs write and read them; CP860 is the code page of Portuguese DOS.
  // cspell:ignore comiss quido lφquido comissπo
  test.each([
    ['CP850', 'comiss\u00c6o', 'l\u00a1quido'],
    ['CP860', 'comiss\u201eo', 'l\u00a1quido'],
    ['Mac Roman', 'comiss\u2039o', 'l\u2019quido'],
    ['UTF-8 as Windows-1252', 'comissÃ£o', 'lÃ\u00adquido'],
    ['UTF-8 as CP850', 'comiss├úo', 'l├¡quido'],
    ['CP850 as CP437', 'comiss╞o'],
    ['Windows-1252 as CP437', 'comissπo', 'lφquido'],
    ['Windows-1252 as UTF-8', 'comiss\uFFFDo', 'l\uFFFDquido'],
    ['UTF-7', 'comiss+AOM-o', 'l+AO0-quido'],
    ['ASCII with question marks', 'comiss?o', 'l?quido'],
  ])('in %s is refused by the name of its column, and not read without it', (_encoding, ...names) => {
    for (const name of names) {
      expect(refusal(`data;id;valor;${name}\n2026-11-20;b;20,00;1\n`)).toContain(`damaged one: ${name} (`);
    }
  });

  test('with bytes that Windows-1252 does not have is refused', () => {
    for (const byte of [0x81, 0x8d, 0x8f, 0x90, 0x9d]) {
      const file = Buffer.concat([Buffer.from('data;id;valor;nota\n2026-11-20;b;20;a'), Buffer.of(byte, 0x0a)]);
      expect(() => linesOf(file)).toThrow('has an encoding that is not known');
    }
  });

  test('names its columns with the currency, and those that are not used are listed', () => {
    const file = read(`${HEAD};tipo operacao;;obs\n2026-11-20;123-456-789;b;20,90;0,90;20;;;\n`);
    expect(file).toMatchObject({ ok: true, unusedColumns: ['tipo operacao', 'obs'] });
    expect(file.ok && file.lines).toMatchObject([{ grossCents: 2_090, feeCents: 90, netCents: 2_000 }]);
    expect(read('data;id;Montante\n2026-11-20;b;20\n').ok).toBe(true);
  });

  test.each([
    ['an hour of one digit', 'data;id;valor\n25/11/2026 9:05;b;20\n', '2026-11-25T09:05:00Z'],
    ['dots in a day', 'data;id;valor\n25.11.2026 09:05;b;20\n', '2026-11-25T09:05:00Z'],
    ['midnight beside the hour', 'data;hora;id;valor\n2026-11-25 00:00:00;9:05;b;20\n', '2026-11-25T09:05:00Z'],
    ['a space before a mark', 'data;id;valor\n2026-11-25 09:05; "b" ;20\n', '2026-11-25T09:05:00Z'],
    ['Ctrl-Z', 'data;id;valor\n2026-11-25 09:05;b;20\n\x1A', '2026-11-25T09:05:00Z'],
    ['a space after sep', 'sep=; \ndata;id;valor\n2026-11-25 09:05;b;20\n', '2026-11-25T09:05:00Z'],
    ['text for a spreadsheet', 'data;id;valor\n2026-11-25 09:05;="b";20\n', '2026-11-25T09:05:00Z'],
    ['two lines', 'nota;data;id;valor\n"Loja da\nBaixa";2026-11-25 09:05;b;20\n', '2026-11-25T09:05:00Z'],
  ])('is read with %s', (_what, text, time) => {
    expect(linesOf(Buffer.from(text))).toMatchObject([{ bankId: 'b', grossCents: 2_000, atMs: Date.parse(time) }]);
  });
});

describe('a file with two readings', () => {
  // The head and a line of a statement of Banco do Brasil, `Nº documento` renamed (rav4-finance-control, CHANGELOG.md).
  const UNQUOTED =
    'Data,Lançamento,Detalhes,ID,Valor,Tipo Lançamento\n01/09/2025,Pix - Enviado,30/08 10:29 João Silva,90101,-2,06,Saída';
  const HEAD = 'date;bankId;note;gross;fee;net\n';

  test.each([
    ['an unquoted decimal comma', UNQUOTED, 'line 2: cell 7 has no name in the first line'],
    ['the same at the end of a line', 'date,bankId,gross\n2026-11-20,b,20,90', 'line 2: cell 4 has no name'],
    ['under an empty name', 'date,bankId,gross,\n2026-11-20,b,20,90', 'line 2: cell 4 has no name'],
    [
      'the same before an empty cell',
      'date,bankId,gross,note\n2026-11-20,b,20,90,',
      'divided the amount: 20,90 (gross',
    ],
    ['the same in a short line', 'date,bankId,gross,note\n2026-11-20,b,20,90', 'divided the amount: 20,90 (gross'],
    ['with an euro sign', 'date,bankId,gross,note\n2026-11-20,b,€20,90 ,', 'divided the amount'],
    ['of a fee', 'date,bankId,gross,fee,note\n2026-11-20,b,20.90,0,50,', 'divided the amount: 0,50 (fee'],
    ['of a sum that adds up', 'date,id,gross,fee,net\n2026-11-20,b,20,1,19\n', 'divided the amount: 20,1 (gross'],
    ['with five decimals', 'date,id,gross,note\n2026-11-20,b,49,90000\n', 'divided the amount: 49,90000'],
    ['with a word', 'date,id,gross,note\n2026-11-20,b,20,90 euros\n', 'divided the amount: 20,90 euros'],
    [
      'of three amounts that add up, the last columns not written',
      'data,tipo,id,valor,comissao,liquido,loja,terminal,obs\n2026-11-20,pagamento,b,20,20,0,30,19,90\n',
      'divided the amount: 20,20 (valor',
    ],
    ['a cut line', 'date;id;gross;note\n2026-11-20;b;37', 'line 2: the file ends within this line'],
    ['a cut amount', 'date;id;gross\n2026-11-20;b;37', 'line 2: the file ends within this line, and the amount may'],
    ['a cut kind', 'date;id;gross;kind\n2026-11-20;b;37;', 'line 2: the file ends within this line'],
    [
      'a line without the kind',
      'date;id;gross;kind\n2026-11-20;b;37\n',
      'line 2: the line ends before the column kind',
    ],
    ['an unquoted group', 'date,bankId,gross,note\n2026-11-20,b,1,234.50,', 'divided the amount: 1,234.50'],
    [
      'a quotation mark that is not closed',
      `${HEAD}2026-11-20;b;"x;1;;\n2026-11-20;c;x;2;;\n`,
      'line 2: a quotation mark',
    ],
    ['one that swallows a line', `${HEAD}2026-11-20;b;"x;1;;\n2026-11-20;c;x";2;;\n`, 'line 2: a quotation mark'],
    ['one that swallows short lines', `${HEAD}2026-11-20;b;"x;1\n2026-11-20;c;x";2\n`, 'line 2: a quotation mark'],
    ['a misplaced mark', `\n${HEAD}\n2026-11-20;a;x;1;;\n;;\n\n2026-11-20;b;x"y;1;;\n`, 'line 7: a quotation mark'],
    ['text after a mark', `${HEAD}2026-11-20;b;"x" y;1;;\n`, 'line 2: a quotation mark'],
    ['two amounts', 'date;id;valor;gross\n2026-11-20;b;1;1\n2026-11-20;c;1;2', 'line 3: valor and gross mean the same'],
    ['two ids, one empty', 'date;id;bankId;gross\n2026-11-20;b;;1', 'line 2: id and bankId mean the same and differ'],
    ['one name twice', 'date;id;valor;VALOR\n2026-11-20;b;1;2', 'line 2: valor and VALOR mean the same and differ'],
    ['a rounded reference', 'date;reference;gross\n2026-11-20;1,23457E+08;1', 'has rounded the number: 1,23457E+08'],
    ['a rounded id', 'date;bankId;gross\n2026-11-20;1.23E+15;1\n', 'line 2: a spreadsheet has rounded the number'],
    ['a total', 'date;bankId;gross\n2026-11-20;b;1\n\n\nTotal;;1', 'line 5: not a date and time: Total'],
    ['a total with a day', 'date;bankId;gross\n2026-11-20;b;1\n2026-11-20;;1\n', 'line 3: no payment is named: bankId'],
    ['a total with a name', 'date;id;gross\n2026-11-20;b;1\n2026-11-20;Total geral;1\n', 'line 3: no payment is named'],
    ['a soft hyphen, perhaps a minus', 'date;id;gross\n2026-11-20;b;\u00ad20,00\n', 'line 2: not an amount'],
    ['a fee with a minus and no net', `${HEAD}2026-11-20;b;;10;-1;\n`, 'line 2: a fee with a minus may be'],
    ['an amount with two readings', `${HEAD}2026-11-20;b;;1.234;;\n`, 'line 2: not an amount'],
  ])('is refused, naming line and reason: %s', (_what, text, reason) => {
    expect(refusal(text)).toContain(reason);
    expect(refusal(text)).toMatch(/\(.+\)$/);
  });

  test('is one no longer if both say the same, are quoted, or the file quotes its commas', () => {
    const cents = (text: string) => linesOf(Buffer.from(text)).map((line) => [line.grossCents, line.feeCents]);
    expect(cents('date;id;valor;gross\n2026-11-20;b;1,00;1,00')).toEqual([[100, null]]);
    expect(cents('date,id,gross,note\n2026-11-20,b, "20,90" ,\n2026-11-20,c,20,x\n2026-11-20,d,20\n')).toEqual([
      [2_090, null],
      [2_000, null],
      [2_000, null],
    ]);
    // As LibreOffice writes 20.00, 1.00 and 19.00 beside 20.90; alone it may be a fee of 1,19.
    expect(cents('date,id,gross,fee,net\n2026-11-20,b,20,1,19\n2026-11-20,c,"20,9",1,"19,9"\n')).toEqual([
      [2_000, 100],
      [2_090, 100],
    ]);
    expect(cents('date,id,gross,fee\n2026-11-20,b,"20","1"\n')).toEqual([[2_000, 100]]);
    expect(cents('date;id;note;gross;;\n2026-11-20;b;"Rua A; 2.º\nPorto";1;;;;\n')).toEqual([[100, null]]);
  });
});

describe('a value', () => {
  const SPACES = ['\u00a0', '\u1680', '\u2007', '\u2009', '\u200a', '\u202f', '\u205f', '\u3000'];

  test.each(SPACES)('has any space of Unicode between its digits: %j', (space) => {
    expect(readEuros(`1${space}234,56${space}€`)).toEqual({ ok: true, value: 123_456 });
    expect(readDigits(`123${space}456${space}789`)).toBe('123456789');
  });

  test.each([
    ['€ 5', 500],
    ['EUR 5,5', 550],
    ['5,50 eur', 550],
    ['-€5', -500],
    ['€-5', -500],
    ['5,50-', -550],
    ['5,50 €-', -550],
    ['(5,50)', -550],
    ['(5,50 €)', -550],
    ['− 5,50', -550],
    ['1 234', 123_400],
    ['1 234 567.8', 123_456_780],
    ['\u200e20,90\u200b', 2_090],
  ])('%j is an amount with one reading', (text, cents) => {
    expect(readEuros(text)).toEqual({ ok: true, value: cents });
  });

  test.each([
    '10€50',
    '10 50',
    '1 23',
    '1 234.567',
    '-5-',
    '(5',
    '5)',
    '+5-',
    '12.3456',
    '1.234',
    '9'.repeat(20),
    '5%',
  ])('%j is no amount', (text) => expect(readEuros(text).ok).toBe(false));

  test.each([
    ['123.456.789', '123456789'],
    ['123,456,789', '123456789'],
    ['12.345.678', '12345678'],
    ['24.000', '24000'],
    ['12345678.0', '12345678.0'],
    ['123.456,789', '123.456,789'],
    ['A.1', 'A.1'],
    ['123-456-789', '123456789'],
  ])('the digits of %s are %s: only groups of a spreadsheet are joined', (text, digits) => {
    expect(readDigits(text)).toBe(digits);
  });

  test.each([
    ['payment', '10', '-0,5', '9,5', 50],
    ['payment', '10', '-0,5', '10,5', -50],
    ['payment', '10', '-0,5', '7', -50],
    ['refund', '-10', '-0,5', '-10,5', 50],
    ['refund', '10', '-0,5', '9,5', -50],
  ])(
    'a fee with a minus is a charge where gross less its size is net: %s of %s, %s, %s',
    (kind, gross, fee, net, cents) => {
      const [line] = linesOf(Buffer.from(`date;kind;id;gross;fee;net\n2026-11-20;${kind};b;${gross};${fee};${net}\n`));
      expect(line?.feeCents).toBe(cents);
    },
  );
});

test('a reference of seven or eight digits is padded to nine if exactly one of ours matches', () => {
  const with_ = (transactionId: string, reference: string) =>
    paidAt('2026-11-20T12:00:00Z', { transactionId, bankIds: [], mb: { entity: '24000', reference } });
  const find = findTransactionIn([
    with_('tx_eight', '012345678'),
    with_('tx_seven', '001234567'),
    with_('tx_a', '000123456'),
    with_('tx_b', '087654321'),
    with_('tx_c', '087654321'),
  ]);
  const found = (reference: string) =>
    find(lineOn('2026-11-20', null, { bankId: null, entity: '24000', reference }))?.transactionId;
  expect(['12345678', '1234567', '123456', '87654321', '012345678'].map(found)).toEqual([
    ...['tx_eight', 'tx_seven', undefined, undefined, 'tx_eight'],
  ]);
  const alone = (reference: string) => find(lineOn('2026-11-20', null, { bankId: null, reference }))?.transactionId;
  expect(['12345678', '87654321', '012345678'].map(alone)).toEqual(['tx_eight', undefined, 'tx_eight']);
});
