import { MAX_NOTE_CHARACTERS } from '../../../../functions/runtime/text-limits.ts';
import { moneyWords } from '../../i18n/shared-words.ts';
import { words } from '../../i18n/words.ts';

export const exceptionWords = words({
  title: ['Exceptions', 'Exceções'],
  describe: [
    'Payments needing review: late, paid twice, with a wrong amount, or matching no transaction. Each stays open ' +
      'until a person closes it.',
    'Pagamentos a rever: fora de prazo, em duplicado, com valor errado ou sem transação correspondente. Cada ' +
      'exceção fica em aberto até alguém a fechar.',
  ],
  states: ['Open or closed', 'Em aberto ou fechadas'],
  state: {
    open: ['Open', 'Em aberto'],
    closed: ['Closed', 'Fechadas'],
  },
  periodOf: {
    open: ['Opened', 'Abertas'],
    closed: ['Closed', 'Fechadas'],
  },
  otherMoney: moneyWords.kind.other,
  kind: ['Kind', 'Tipo'],
  toDo: ['What to do', 'O que fazer'],
  list: {
    open: ['Open exceptions', 'Exceções em aberto'],
    closed: ['Closed exceptions', 'Exceções fechadas'],
  },
  listHint: {
    open: ['Oldest first.', 'As mais antigas primeiro.'],
    closed: ['By closing time, newest first.', 'Pela hora de fecho, as mais recentes primeiro.'],
  },
  none: {
    open: ['No open exceptions.', 'Sem exceções em aberto.'],
    closed: ['No exceptions were closed in this period.', 'Nenhuma exceção foi fechada neste período.'],
  },
  noneFiltered: ['No exceptions match these filters.', 'Sem exceções com estes filtros.'],
  noneYet: ['No match in the exceptions scanned so far.', 'Nenhum resultado entre as exceções já pesquisadas.'],
  scanned: [
    (scanned: string, until: string) => `Scanned ${scanned}, up to ${until}.`,
    (scanned: string, until: string) => `Pesquisadas ${scanned}, até ${until}.`,
  ],
  anyKind: ['Any kind', 'Qualquer tipo'],
  expected: ['Expected', 'Valor esperado'],
  received: ['Received', 'Recebido'],
  reported: ['Reported by the bank', 'Comunicado pelo banco'],
  opened: ['Opened', 'Aberta em'],
  noTransaction: ['No matching transaction', 'Sem transação correspondente'],
  addNote: ['Add note', 'Acrescentar nota'],
  close: ['Close', 'Fechar'],
  notes: ['Newest note', 'Nota mais recente'],
  noteTitle: ['Add a note to the exception', 'Acrescentar uma nota à exceção'],
  noteDone: ['Note added.', 'Nota acrescentada.'],
  by: [(who: string) => `by ${who}`, (who: string) => `por ${who}`],
  closeTitle: ['Close the exception', 'Fechar a exceção'],
  closeWhat: [
    'A closed exception stays with its transaction. It cannot be reopened. Closing changes no sum.',
    'Uma exceção fechada fica com a sua transação. Não pode ser reaberta. Fechar não altera nenhuma soma.',
  ],
  closeForeign: [
    'A closed exception cannot be reopened. Closing changes no sum, except that “Not ours” takes its money out of every sum.',
    'Uma exceção fechada não pode ser reaberta. Fechar não altera nenhuma soma; só «Não é nosso» retira o valor de ' +
      'todas as somas.',
  ],
  outcome: ['Outcome', 'Que destino teve o valor?'],
  outcomeAndNote: ['Outcome, note', 'Destino, nota'],
  outcomeWord: {
    refunded: ['Refunded', 'Devolvido'],
    kept: ['Kept', 'Mantido'],
    shipped: ['Order fulfilled', 'Encomenda expedida'],
    'not-ours': ['Not ours', 'Não é nosso'],
    confirmed: ['Confirmed by the bank’s list', 'Confirmado pela lista do banco'],
  },
  outcomeMissing: ['Choose an outcome.', 'Indique que destino teve o valor.'],
  note: ['Note', 'Nota'],
  noteHint: [
    `For later readers, for example “transfer of 20 November”. Up to ${MAX_NOTE_CHARACTERS} characters.`,
    `Para consulta futura, por exemplo «transferência de 20 de novembro». Até ${MAX_NOTE_CHARACTERS} caracteres.`,
  ],
  noteMissing: ['Enter a note.', 'Escreva uma nota.'],
  closeSave: ['Close exception', 'Fechar exceção'],
  closeDone: ['Exception closed.', 'Exceção fechada.'],
  bankSays: ['Bank message', 'Mensagem do banco'],
  bankId: ['Bank request ID', 'ID do pedido no banco'],
  movement: ['Bank operation ID', 'ID da operação no banco'],
  bankTime: ['Time at the bank', 'Hora no banco'],
  account: ['Bank account', 'Conta bancária'],
  details: ['Details', 'Pormenores'],
});
