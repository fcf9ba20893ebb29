import fc from 'fast-check';
import { transactionIdOf } from '../../../functions/banking/sibs/wire.ts';
import { readBankFile } from '../../../functions/finance/reconciliation/bank-file.ts';
import type { BankLine } from '../../../functions/finance/reconciliation/records.ts';
import { lisbonText } from './played-banks.ts';

/** A booking of the bank. */
export interface Booking {
  kind: 'payment' | 'refund';
  atMs: number;
  /** The bank's id of the payment, or of the refund. */
  bankId: string;
  merchantTransactionId: string;
  entity: string;
  reference: string;
  cents: number;
  feeCents: number;
  /** The error of the line's net amount, in cents. */
  netWrongCents: number;
}

/** How a file is written: any of the forms of docs/reconciliation.md. */
export interface FileForm {
  separator: ';' | ',';
  isPortuguese: boolean;
  decimal: 'comma' | 'point';
  isGrouped: boolean;
  time: 'iso' | 'year-first' | 'day-first' | 'split' | 'day-alone';
  /** The ids by which a line identifies its payment. */
  ids: 'all' | 'bank' | 'merchant' | 'reference';
  hasSums: boolean;
  isNegative: boolean;
  hasMark: boolean;
}

export const FILE_FORMS: fc.Arbitrary<FileForm> = fc.record({
  separator: fc.constantFrom(';', ','),
  isPortuguese: fc.boolean(),
  decimal: fc.constantFrom('comma', 'point'),
  isGrouped: fc.boolean(),
  time: fc.constantFrom('iso', 'year-first', 'day-first', 'split', 'day-alone'),
  ids: fc.constantFrom('all', 'bank', 'merchant', 'reference'),
  hasSums: fc.boolean(),
  isNegative: fc.boolean(),
  hasMark: fc.boolean(),
});

const ENGLISH = {
  ...{ time: 'datetime', clock: 'time', kind: 'kind', bankId: 'bankId', merchant: 'merchantTransactionId' },
  ...{
    entity: 'entity',
    reference: 'reference',
    gross: 'gross',
    fee: 'fee',
    net: 'net',
    refund: 'refund',
    payment: 'payment',
  },
};
const PORTUGUESE = {
  ...{ time: 'Data', clock: 'Hora', kind: 'Tipo', bankId: 'ID', merchant: 'merchant_transaction_id' },
  ...{ entity: 'Entidade', reference: 'Referência', gross: 'Valor', fee: 'Comissão', net: 'Líquido' },
  ...{ refund: 'Devolução', payment: 'Pagamento' },
};

/**
 * The bank's file of these bookings. A booking with only a reference has no other id where the form is by
 * references.
 */
export function written(bookings: readonly Booking[], form: FileForm): string {
  const words = form.isPortuguese ? PORTUGUESE : ENGLISH;
  const columns: [string, (booking: Booking) => string][] = [
    [words.gross, ({ kind, cents }) => euros(kind === 'refund' && form.isNegative ? -cents : cents, form)],
    [words.time, ({ atMs }) => timeText(atMs, form)],
    ['terminal', () => '58019'],
    [words.kind, ({ kind }) => words[kind]],
  ];
  if (form.time === 'split') columns.push([words.clock, ({ atMs }) => lisbonText(atMs).slice(11)]);
  const isByReference = (booking: Booking) => form.ids === 'reference' && booking.reference !== '';
  if (form.ids !== 'merchant') {
    columns.push([words.bankId, (booking) => (isByReference(booking) ? '' : booking.bankId)]);
  }
  if (form.ids === 'all' || form.ids === 'merchant') {
    columns.push([words.merchant, ({ merchantTransactionId }) => merchantTransactionId]);
  }
  if (form.ids === 'all' || form.ids === 'reference') {
    columns.push([words.entity, ({ entity }) => entity]);
    columns.push([words.reference, ({ reference }) => reference.replace(/(\d{3})(?=\d)/g, '$1 ')]);
  }
  if (form.hasSums) {
    columns.push([words.fee, ({ feeCents }) => euros(feeCents, form)]);
    columns.push([words.net, (booking) => euros(netOf(booking), form)]);
  }
  const cell = (text: string) => (text.includes(form.separator) ? `"${text}"` : text);
  const lines = [columns.map(([name]) => name), ...bookings.map((booking) => columns.map(([, of]) => of(booking)))];
  return (form.hasMark ? '\uFEFF' : '') + lines.map((cells) => cells.map(cell).join(form.separator)).join('\r\n');
}

export function netOf({ kind, cents, feeCents, netWrongCents }: Booking): number {
  return (kind === 'refund' ? cents : cents - feeCents) + netWrongCents;
}

/** The lines that the service reads from the file. Throws the problem of a malformed file. */
export function linesOf(text: string): BankLine[] {
  const file = readBankFile(text, transactionIdOf);
  if (!file.ok) throw new Error(`${file.problems.join('; ')}\n${text}`);
  return file.lines;
}

function euros(cents: number, { decimal, isGrouped }: FileForm): string {
  const [whole = '', fraction = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  const [group, point] = decimal === 'comma' ? ['.', ','] : [',', '.'];
  const grouped = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
  return `${cents < 0 ? '-' : ''}${grouped}${point}${fraction}`;
}

function timeText(atMs: number, { time }: FileForm): string {
  const text = lisbonText(atMs);
  const [day = '', clock = ''] = text.split(' ');
  const yearFirst = day.split('-').reverse().join('-');
  if (time === 'iso') return new Date(atMs).toISOString();
  if (time === 'year-first') return `${yearFirst} ${clock}`;
  if (time === 'day-first') return `${day} ${clock.slice(0, 5)}`;
  return time === 'split' ? day.replaceAll('-', '/') : yearFirst;
}
