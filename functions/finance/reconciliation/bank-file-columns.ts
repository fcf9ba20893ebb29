import { plainName } from './bank-file-values.ts';

/** The names of the columns in the first line, in any order; the first is the documented one. */
export const NAMES = {
  date: ['datetime', 'date', 'data', 'data_hora', 'data hora'],
  time: ['time', 'hora'],
  kind: ['kind', 'tipo'],
  entity: ['entity', 'entidade'],
  reference: ['reference', 'referência'],
  bankId: ['bankid', 'bank_id', 'transactionid', 'id'],
  merchantTransactionId: ['merchanttransactionid', 'merchant_transaction_id'],
  gross: ['gross', 'amount', 'valor', 'montante', 'bruto'],
  fee: ['fee', 'comissão'],
  net: ['net', 'líquido'],
} as const;
export type Column = keyof typeof NAMES;
const COLUMNS = Object.keys(NAMES) as Column[];
/** Any of them identifies the payment. */
export const ID_COLUMNS = ['bankId', 'merchantTransactionId', 'reference'] as const satisfies readonly Column[];

export const AMOUNTS = ['gross', 'fee', 'net'] as const satisfies readonly Column[];

/** The positions of the columns of each meaning. A name may have the currency after it: `Valor (EUR)`. */
export function columnsOf(head: readonly string[]): Map<Column, number[]> {
  const positions = new Map<Column, number[]>();
  for (const [index, name] of head.map(withoutCurrency).entries()) {
    const column = COLUMNS.find((each) => NAMES[each].some((known) => plainName(known) === name));
    if (column) positions.set(column, [...(positions.get(column) ?? []), index]);
  }
  return positions;
}

function withoutCurrency(name: string): string {
  return plainName(name).replace(/ ?\((?:eur|euros?|€)\)$| (?:eur|euros?|€)$/, '');
}

// What another encoding makes of an accent: `Ã©`, `╞`, `‹`, `?`, `+AOM-`.
const DAMAGED_NAMES = COLUMNS.flatMap((column) => [...NAMES[column]])
  .filter((name) => /\P{ASCII}/u.test(name))
  .map((name) => new RegExp(`^${name.replace(/\P{ASCII}/gu, '.{1,8}')}$`));
const DAMAGED_TEXT = /[\uFFFD\x80-\x9F]|[ÃÂ][\xA0-\xBF€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸŽ]/;

/** Whether a name was read in the wrong encoding: it would not be known, and its column not be used. */
export function isDamagedName(name: string): boolean {
  return (
    DAMAGED_TEXT.test(name) ||
    (!columnsOf([name]).size && DAMAGED_NAMES.some((each) => each.test(withoutCurrency(name))))
  );
}
