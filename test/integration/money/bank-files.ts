import fc from 'fast-check';
import { transactionIdOf } from '../../../functions/banking/sibs/wire.ts';
import { readBankFile } from '../../../functions/finance/reconciliation/bank-file.ts';
import { decodeBankFile } from '../../../functions/finance/reconciliation/bank-file-text.ts';
import type { BankLine } from '../../../functions/finance/reconciliation/records.ts';
import { lisbonText } from '../../bank/lisbon.ts';

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
  separator: ';' | ',' | '\t';
  isPortuguese: boolean;
  decimal: 'comma' | 'point';
  /** What groups the digits of an amount; `sign` is the one of `.` and `,` that is not the decimal sign. */
  group: '' | 'sign' | '\u00a0' | '\u202f';
  minus: 'before' | 'after' | 'parentheses';
  time: 'iso' | 'year-first' | 'day-first' | 'split' | 'day-alone';
  /** The ids by which a line identifies its payment. */
  ids: 'all' | 'bank' | 'merchant' | 'reference';
  hasSums: boolean;
  isNegative: boolean;
  isFeeNegative: boolean;
  /** What groups the digits of a reference. */
  gap: '' | ' ' | '\u00a0' | '\u202f' | '.';
  /** Of a reference, as a spreadsheet does. */
  dropsZeros: boolean;
  isDecomposed: boolean;
  hasDirective: boolean;
  newline: '\r\n' | '\n' | '\r';
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  hasMark: boolean;
}

export const FILE_FORMS: fc.Arbitrary<FileForm> = fc.record({
  separator: fc.constantFrom(';', ',', '\t'),
  isPortuguese: fc.boolean(),
  decimal: fc.constantFrom('comma', 'point'),
  group: fc.constantFrom('', 'sign', '\u00a0', '\u202f'),
  minus: fc.constantFrom('before', 'after', 'parentheses'),
  time: fc.constantFrom('iso', 'year-first', 'day-first', 'split', 'day-alone'),
  ids: fc.constantFrom('all', 'bank', 'merchant', 'reference'),
  hasSums: fc.boolean(),
  isNegative: fc.boolean(),
  isFeeNegative: fc.boolean(),
  gap: fc.constantFrom('', ' ', '\u00a0', '\u202f', '.'),
  dropsZeros: fc.boolean(),
  isDecomposed: fc.boolean(),
  hasDirective: fc.boolean(),
  newline: fc.constantFrom('\r\n', '\n', '\r'),
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
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
export function written(bookings: readonly Booking[], form: FileForm): Uint8Array {
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
    columns.push([words.reference, ({ reference }) => referenceText(reference, form)]);
  }
  if (form.hasSums) {
    // With a wrong net the direction of a fee with a minus is not known.
    const sign = ({ netWrongCents }: Booking) => (form.isFeeNegative && netWrongCents === 0 ? -1 : 1);
    columns.push([words.fee, (booking) => euros(sign(booking) * booking.feeCents, form)]);
    columns.push([words.net, (booking) => euros(netOf(booking), form)]);
  }
  const cell = (text: string) => (text.includes(form.separator) ? `"${text}"` : text);
  const lines = [columns.map(([name]) => name), ...bookings.map((booking) => columns.map(([, of]) => of(booking)))];
  const directive = form.hasDirective ? `sep=${form.separator}${form.newline}` : '';
  return encoded(directive + lines.map((cells) => cells.map(cell).join(form.separator)).join(form.newline), form);
}

function encoded(text: string, { encoding, hasMark, isDecomposed }: FileForm): Uint8Array {
  // Without combining characters and narrow spaces, which it does not have.
  if (encoding === 'windows-1252') return Buffer.from(text.replaceAll('\u202f', '\u00a0'), 'latin1');
  const content = (hasMark ? '\uFEFF' : '') + (isDecomposed ? text.normalize('NFD') : text);
  const bytes = Buffer.from(content, encoding === 'utf-8' ? 'utf8' : 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

function referenceText(reference: string, { dropsZeros, gap }: FileForm): string {
  return (dropsZeros ? reference.replace(/^0+/, '') : reference).replace(/\B(?=(\d{3})+$)/g, gap);
}

export function netOf({ kind, cents, feeCents, netWrongCents }: Booking): number {
  return (kind === 'refund' ? cents : cents - feeCents) + netWrongCents;
}

/** The lines that the service reads from the file. Throws the problem of a malformed file. */
export function linesOf(bytes: Uint8Array): BankLine[] {
  const text = decodeBankFile(bytes);
  const file = text.ok ? readBankFile(text.value, transactionIdOf) : { ok: false as const, problems: [text.problem] };
  if (!file.ok) throw new Error(`${JSON.stringify(file.problems)}\n${text.ok && text.value}`);
  return file.lines;
}

function euros(cents: number, { decimal, group, minus }: FileForm): string {
  const [integer = '', fraction = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  const [sign, point] = decimal === 'comma' ? ['.', ','] : [',', '.'];
  const text = integer.replace(/\B(?=(\d{3})+$)/g, group === 'sign' ? sign : group) + point + fraction;
  if (cents >= 0) return text;
  return minus === 'parentheses' ? `(${text})` : minus === 'before' ? `-${text}` : `${text}-`;
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
