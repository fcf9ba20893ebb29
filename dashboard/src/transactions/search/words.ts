import { words } from '../../i18n/words.ts';

export const searchWords = words({
  title: ['Search', 'Pesquisa'],
  empty: ['Enter one of these in the field of the search.', 'Escreva um destes no campo da pesquisa.'],
  found: ['Transactions found', 'Transações encontradas'],
  searchedFor: [(what: string) => `Searched for: ${what}.`, (what: string) => `Pesquisado: ${what}.`],
  by: {
    transaction: [(id: string) => `transaction ID ${id}`, (id: string) => `ID da transação ${id}`],
    order: [(id: string) => `order ID beginning with “${id}”`, (id: string) => `ID da encomenda começado por «${id}»`],
    reference: [(reference: string) => `reference ${reference}`, (reference: string) => `referência ${reference}`],
    amount: [
      (euros: string, day: string) => `${euros} on ${day}`,
      (euros: string, day: string) => `${euros} em ${day}`,
    ],
    bank: [(id: string) => `bank’s payment ID ${id}`, (id: string) => `ID do pagamento no banco ${id}`],
  },
  none: ['Nothing found', 'Nada encontrado'],
  moved: ['Movements of this amount on this day', 'Movimentos deste valor neste dia'],
  created: ['Transactions over this amount created on this day', 'Transações deste valor criadas neste dia'],
  movedScanned: [
    (scanned: string) => `Scanned ${scanned} movements of the day.`,
    (scanned: string) => `Pesquisados ${scanned} movimentos do dia.`,
  ],
  hints: ['What you can search for', 'O que pode pesquisar'],
  hint: {
    order: ['An order ID, or its first characters', 'Um ID de encomenda, ou o seu início'],
    transaction: ['A transaction ID: tx_…', 'Um ID de transação: tx_…'],
    reference: [
      'A Multibanco reference, for an older one with its entity: 12345 123 456 789',
      'Uma referência Multibanco, se for antiga com a entidade: 12345 123 456 789',
    ],
    bank: [
      'A bank’s payment ID, complete (not for every bank)',
      'Um ID de pagamento do banco, completo (nem todos os bancos o permitem)',
    ],
    amount: [
      'An amount with its day: 12.50 2026-11-20, or 12,50 20/11',
      'Um valor com o seu dia: 12,50 20/11, ou 12.50 2026-11-20',
    ],
  },
});
