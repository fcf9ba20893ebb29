import { plainName } from './values.ts';

/** Money that came in, money that went out, or a line that is no movement of money. `any`: it names no direction. */
type Meaning = 'in' | 'out' | 'none' | 'any';
type Words = Partial<Record<Meaning, string>>;

const KINDS: Words = {
  in: 'payment, pagamento, purchase, compra, purs, pref, received, recebido, recebimento, sale, venda, credit, crédito',
  out: 'refund, reembolso, devolução, estorno, returned, reversal, reversão, rfnd, debit, débito',
  none: 'authorisation, authorization, autorização, auth, closure, fecho',
  // A method of payment.
  any: 'mb, multibanco, mb way, reference, referência',
};
const DIRECTIONS: Words = {
  in: '+, c, cr, credit, crédito, in, entrada',
  out: '-, d, db, dr, debit, débito, out, saída',
};
const STATES: Words = {
  any: 'paid, pago, paga, completed, concluído, concluída, success, successful, sucesso, settled, liquidado, liquidada',
  none:
    'declined, recusado, recusada, refused, cancelled, canceled, cancelado, cancelada, anulado, anulada, failed, falhado, ' +
    'falhada, falhou, error, erro, expired, expirado, expirada, pending, pendente, rejected, rejeitado, rejeitada, ' +
    'timeout, in processing, em processamento',
};
const CURRENCIES: Words = { any: 'eur, euro, euros, €, 978, 978 euro, 978 eur' };

/** The columns of words that change what an amount means, each with its words: every cell must be one of them. */
export const WORDS = {
  kind: meanings(KINDS),
  direction: meanings(DIRECTIONS),
  state: meanings(STATES),
  currency: meanings(CURRENCIES),
} as const;

function meanings(words: Words): ReadonlyMap<string, Meaning> {
  const all = Object.entries(words) as [Meaning, string][];
  return new Map(all.flatMap(([meaning, each]) => each.split(', ').map((word) => [plainWord(word), meaning] as const)));
}

/** What a cell means for its amount; undefined where the word is not known. */
export function meaningOf(column: keyof typeof WORDS, cell: string): Meaning | undefined {
  return WORDS[column].get(plainWord(cell));
}

function plainWord(cell: string): string {
  return plainName(cell) || cell;
}
