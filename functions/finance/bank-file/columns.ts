import { plainName } from './values.ts';

/**
 * The names of the columns, in any order; the first is the documented one. Beside ours they are those of ifthenpay's list
 * of payments (payment date, net amount, request id) and of SIBS Backoffice (operation, currency code, merchant operation
 * ID), in English and Portuguese. Case, accents, blanks and punctuation do not count: `paymentDate` is payment date.
 */
const NAMES = {
  date:
    'datetime, date, data, data hora, data e hora, data operação, data da operação, data pagamento, data de pagamento, ' +
    'payment date, transaction datetime',
  time: 'time, hora',
  kind: 'kind, tipo, type, operation, operação, operation type, tipo de operação, payment type, transaction type, tipo movimento',
  direction: 'direction, D/C, débito crédito, débito ou crédito, debit credit, credit debit, sinal, sentido',
  state: 'status, state, estado, situação, payment status, transaction status',
  currency: 'currency, currency code, moeda, divisa, código moeda',
  entity: 'entity, entidade, payment entity, entidade de pagamento',
  reference: 'reference, referência, payment reference, referência de pagamento',
  bankId: 'bank id, id, transaction id, request id, id da transação',
  merchantTransactionId: 'merchant transaction id, merchant operation id, order id',
  gross: 'gross, amount, valor, montante, bruto, gross amount, valor bruto, montante bruto, value',
  debit: 'debit, débito',
  credit: 'credit, crédito',
  fee: 'fee, fees, comissão, comissões, tarifa',
  net: 'net, líquido, net amount, valor líquido, montante líquido',
} as const;
export type Column = keyof typeof NAMES;

/** Columns that change no amount: they are not read. Any other makes the file refused. */
const UNREAD = new Set(
  plainNames(
    'note, notes, nota, notas, obs, observações, description, descrição, descritivo, balance, saldo, data valor, proc ' +
      'date, data processamento, method, método, payment method, método de pagamento, meio de pagamento, channel, canal, ' +
      'terminal, terminal id, terminal type, POS, POS brand code, store, loja, merchant, comerciante, sub entity, sub ' +
      'entidade, acquirer, brand, card, cartão, acceptance network code, acceptance channel type, phone, telefone, ' +
      'telemóvel, email, client email, operator email, name, nome, customer, cliente, order, encomenda, external order ' +
      'id, notification id, authorisation id / ARN, authorisation key, ' +
      'transaction id in the channel',
  ),
);

export const AMOUNTS = ['gross', 'debit', 'credit', 'fee', 'net'] as const satisfies readonly Column[];
/** Any of them names the payment. */
export const IDS = ['bankId', 'merchantTransactionId', 'reference'] as const satisfies readonly Column[];

const BY_NAME = new Map(
  (Object.keys(NAMES) as Column[]).flatMap((column) =>
    plainNames(NAMES[column]).map((name) => [name, column] as const),
  ),
);

function plainNames(names: string): string[] {
  return names.split(', ').map(plainName);
}

/** What a column means; undefined where its name is not known. Its currency may follow: `Valor (EUR)`. */
export function columnOf(head: string): Column | 'unread' | undefined {
  const plain = plainName(head);
  const [name, bare] = [plain, plain.replace(/(?:eur|euros?)$/, '')];
  return BY_NAME.get(name) ?? BY_NAME.get(bare) ?? (UNREAD.has(name) ? 'unread' : undefined);
}
