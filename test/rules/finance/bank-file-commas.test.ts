import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBankFile } from '../../../functions/finance/reconciliation/bank-file.ts';

/** Files separated by commas, whose amounts have decimal commas: well written as LibreOffice does, and not. */

const SEED = 20_261_125;
const RUNS = process.env.KINDS === 'all' ? 30_000 : 600;

type Amounts = [gross: number, fee: number | null, net: number | null];
interface Written {
  text: string;
  amounts: Amounts[];
}

const HEADS = [
  'data,id,valor,comissao,liquido',
  'data,id,valor,comissao,liquido,loja,terminal,obs',
  'data,tipo,id,valor,comissao,liquido,obs',
  'data,id,valor,obs',
  'data,id,valor',
  'data,id,valor,loja,comissao,terminal',
  'valor,data,id,comissao',
  'comissao,valor,liquido,data,id,obs,loja',
];
const cents = fc.oneof(
  fc.integer({ min: 1, max: 60 }).map((euros) => euros * 100),
  fc.integer({ min: 1, max: 300_000 }),
);
const note = fc.oneof(fc.constant(''), fc.constantFrom('Faro', '58019', '20', 'Rua 1, 2.º', '2026-11-24'));
const booking = fc.record({
  gross: cents,
  fee: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 150 }) }, fc.constantFrom(0, 100, 200)),
  hasFee: fc.boolean(),
  hasNet: fc.boolean(),
  note,
  shop: note,
});
type Booking = typeof booking extends fc.Arbitrary<infer Value> ? Value : never;
type Write = (cents: number) => string;

const fixed = (value: number, decimals = 2) => (value / 100).toFixed(decimals);
const short = (value: number) => String(value / 100);
const COMMAS: Write[] = [
  (value) => fixed(value).replace('.', ','),
  (value) => short(value).replace('.', ','),
  (value) => fixed(value, 5).replace('.', ','),
];
const SUFFIXES = ['', ' €', ' EUR', ' C', '%', ' euros', '-'];
const grouped: Write = (value) => fixed(value).replace(/\B(?=(\d{3})+\.)/g, ',');

/** `cell` writes a text or an amount; `trims` leaves out what is empty at the end of a row. */
function written(
  bookings: readonly Booking[],
  head: string,
  write: Write,
  { cell, trims }: { cell: (text: string, isAmount: boolean) => string; trims: boolean },
): Written {
  const amounts: Amounts[] = [];
  const rows = bookings.map(({ gross, fee, hasFee, hasNet, note: text, shop }, index) => {
    const feeCents = hasFee && head.includes('comissao') ? fee : null;
    const netCents = hasNet && head.includes('liquido') ? gross - fee : null;
    amounts.push([gross, feeCents, netCents]);
    const amount = (value: number | null) => (value === null ? '' : cell(write(value), true));
    const cells: Record<string, string> = {
      ...{ data: '2026-11-25', tipo: 'pagamento', id: `S${index}`, obs: cell(text, false), loja: cell(shop, false) },
      ...{ terminal: cell(text, false), valor: amount(gross), comissao: amount(feeCents), liquido: amount(netCents) },
    };
    const row = head.split(',').map((name) => cells[name] ?? '');
    return row.slice(0, trims ? row.findLastIndex((each) => each !== '') + 1 : row.length).join(',');
  });
  return { text: `${[head, ...rows].join('\n')}\n`, amounts };
}

const quoted = (text: string) => (text.includes(',') ? `"${text}"` : text);
const amountsRead = ({ text }: Written) => {
  const file = readBankFile(text, () => null);
  return file.ok ? file.lines.map((line): Amounts => [line.grossCents, line.feeCents, line.netCents]) : undefined;
};

const bookings = fc.array(booking, { minLength: 1, maxLength: 4 });

test('no amount that its own comma has divided is read as another', () => {
  const wrong = fc.record({
    bookings,
    head: fc.constantFrom(...HEADS),
    write: fc.oneof(
      fc.constant(grouped),
      fc.tuple(fc.constantFrom(...COMMAS), fc.constantFrom(...SUFFIXES)).map(([write, suffix]): Write => {
        return (value) => write(value) + suffix;
      }),
    ),
    // Without marks; or with marks around texts alone.
    cell: fc.constantFrom(
      (text: string) => text,
      (text: string, isAmount: boolean) => (isAmount ? text : `"${text}"`),
      (text: string, isAmount: boolean) => (isAmount ? text : quoted(text)),
    ),
    trims: fc.boolean(),
  });
  const property = fc.property(wrong, ({ bookings: all, head, write, cell, trims }) => {
    const file = written(all, head, write, { cell, trims });
    const read = amountsRead(file);
    if (read) expect(read, file.text).toEqual(file.amounts);
  });
  fc.assert(property, { numRuns: RUNS, seed: SEED });
});
