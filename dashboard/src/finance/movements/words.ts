import { moneyWords } from '../../i18n/shared-words.ts';
import { words } from '../../i18n/words.ts';

export const movementWords = words({
  title: ['Movements', 'Movimentos'],
  describe: [
    'All money that the bank reported, on the day of the movement.',
    'Todo o dinheiro que o banco comunicou, no dia do movimento.',
  ],
  period: ['Day of the movement', 'Dia do movimento'],
  kindHeading: ['Kind', 'Tipo'],
  anyKind: ['All kinds', 'Todos os tipos'],
  kind: moneyWords.kind,
  reason: moneyWords.reason,
  list: ['Movements of the period', 'Movimentos do período'],
  listHint: [
    'The totals of the period are the sums of these movements.',
    'Os totais do período são as somas destes movimentos.',
  ],
  none: ['No movements in this period.', 'Sem movimentos neste período.'],
  at: ['Time', 'Hora'],
  timeOurs: [
    'The bank gave no time: this is the day of our record.',
    'O banco não indicou a hora: este é o dia do nosso registo.',
  ],
  recorded: [(time: string) => `Recorded ${time}.`, (time: string) => `Registado em ${time}.`],
  operationId: ['Bank operation ID', 'ID da operação no banco'],
  amount: ['Amount', 'Montante'],
  unknown: ['not reported', 'não comunicado'],
  noOrder: ['No transaction', 'Sem transação'],
  results: [
    (count: string, isOne: boolean, euros: string) => `${isOne ? '1 movement' : `${count} movements`}: ${euros}.`,
    (count: string, isOne: boolean, euros: string) => `${isOne ? '1 movimento' : `${count} movimentos`}: ${euros}.`,
  ],
  partial: [
    (results: string, until: string) => `${results} Back to ${until}; there are more.`,
    (results: string, until: string) => `${results} Até ${until}; há mais.`,
  ],
  file: {
    what: [
      'A file for Excel with Portuguese settings: one row per movement, Lisbon days and times, IDs as text.',
      'Um ficheiro para o Excel em português: uma linha por movimento, dias e horas de Lisboa, ID como texto.',
    ],
    noFilters: [
      'It has every movement of the period, whatever the filters of the list.',
      'Tem todos os movimentos do período, sejam quais forem os filtros da lista.',
    ],
    columns: {
      day: ['day (Lisbon)', 'dia (Lisboa)'],
      at: ['time (Lisbon)', 'hora (Lisboa)'],
      timeOurs: ['time of our record', 'hora do nosso registo'],
      kind: ['kind', 'tipo'],
      reason: ['reason', 'motivo'],
      bankWord: ['bank’s term', 'termo do banco'],
      amount: ['amount EUR', 'montante EUR'],
      merchantId: ['merchantId', 'ID do comerciante'],
      merchant: ['merchant', 'comerciante'],
      orderId: ['orderId', 'encomenda'],
      transactionId: ['transactionId', 'ID da transação'],
      method: ['method', 'método'],
      entity: ['entity', 'entidade'],
      reference: ['reference', 'referência'],
      bankAccount: ['bankAccount', 'conta bancária'],
      bankId: ['bankId', 'ID do banco'],
      operationId: ['bank operation ID', 'ID da operação no banco'],
      recorded: ['recorded (Lisbon)', 'registado (Lisboa)'],
    },
  },
});
