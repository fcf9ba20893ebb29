import type { NoAnswerReason, NoteParameters } from '../../../../functions/finance/reconciliation/note.ts';
import type { Status } from '../../../../functions/payments/transitions.ts';
import { MAX_BANK_FILE_BYTES } from '../../finance/reconciliation/bank-file.ts';
import type { reconciliation as english } from '../en/reconciliation.ts';
import { formatDay } from '../format.ts';
import { exceptionKinds } from './exception-kinds.ts';
import { BANK_FILE } from './problems.ts';

const MEGABYTES = MAX_BANK_FILE_BYTES / 1_000_000;

const STATUSES: Record<Status, string> = {
  pending: 'pendente',
  paid: 'paga',
  failed: 'falhou',
  cancelled: 'cancelada',
};

const BANK_STATUSES: Record<NoteParameters['bank-status']['status'], string> = {
  refused: 'recusado',
  expired: 'expirado',
  waiting: 'à espera do cliente',
  'not-started': 'não iniciado',
  partial: 'pago em parte',
  'foreign-currency': 'pago noutra moeda',
  odd: 'resposta pouco clara',
};

const NO_ANSWERS: Record<NoAnswerReason, string> = {
  late: 'o banco não respondeu a tempo',
  connection: 'a ligação ao banco falhou',
  unlisted: 'o banco confirma o pagamento, mas ainda não indica o valor',
  unclear: 'a resposta do banco não foi clara',
};

export const reconciliation: typeof english = {
  title: 'Reconciliação bancária por dia',
  describe:
    'Compara os nossos pagamentos de um dia de Lisboa com os do banco. Nada é alterado, nem aqui nem ' + 'no banco.',
  day: 'Dia',
  merchantHint: 'Opcional. As linhas de outros comerciantes ficam de fora.',
  account: 'Conta bancária',
  allAccounts: 'Todas as contas',
  accountHint: 'O ficheiro do banco diz respeito a uma só conta',
  accountMissing: 'Indique a conta bancária do ficheiro.',
  file: 'Ficheiro do banco desse dia (opcional)',
  fileHint:
    `CSV como o guarda uma folha de cálculo, até ${MEGABYTES} MB, com colunas como data, valor, comissão, líquido, id, referência. O ` +
    'ficheiro não é guardado.',
  fileChoose: 'Escolher ficheiro',
  fileDrop: 'Largue o ficheiro aqui',
  fileRemove: 'Remover o ficheiro',
  error: 'Erro',
  what: 'Item',
  orderOrBankId: 'Encomenda ou ID da operação no banco',
  fileTooLarge: `O ficheiro tem mais de ${MEGABYTES} MB. Confirme que é de um só dia.`,
  fileUnread: (problem) => `O ficheiro não foi lido: ${problem}.`,
  fileProblems: {
    empty: BANK_FILE.empty({}),
    workbook: BANK_FILE.workbook({}),
    damaged: BANK_FILE.damaged({}),
  },
  run: 'Comparar',
  running: 'A comparar. O banco é consultado para cada pagamento…',
  again: 'Comparar de novo',
  agrees: 'O dia confere com o banco.',
  agreesOneSided: 'O banco confirma todos os nossos pagamentos.',
  agreesInPart: 'O que o ficheiro do banco abrange confere.',
  unusedColumns: (names) => `Colunas do ficheiro que não foram usadas: ${names.join(', ')}.`,
  differs: (count) => (count === 1 ? '1 diferença' : `${count} diferenças`),
  unanswered: (count, of) => `Não foi possível verificar ${count} de ${of} ${of === 1 ? 'pagamento' : 'pagamentos'}`,
  unansweredMeans: 'O banco não deu uma resposta clara sobre eles. Não conferem nem são diferenças.',
  recheck: (count) => (count === 1 ? 'Verificar de novo este pagamento' : `Verificar de novo estes ${count}`),
  nothing: 'Sem pagamentos neste dia.',
  incomplete: 'Incompleto: não foi possível comparar alguns pagamentos',
  unreadable: (ids) => `Transações que não foi possível ler e que não entram nos valores: ${ids.join(', ')}.`,
  oneSidedTitle: 'Sem o ficheiro do banco com linhas deste dia',
  oneSided:
    'O banco é consultado para cada pagamento nosso. Não são visíveis pagamentos que só o banco tenha, nem ' +
    'devoluções, comissões ou valores líquidos.',
  refundsNotCompared: (count, euros) =>
    'As devoluções só são comparadas com o ficheiro do banco. Por comparar: ' +
    `${count === 1 ? '1 devolução' : `${count} devoluções`}, ${euros}.`,
  viewRefunds: 'Ver estas devoluções',
  sums: 'Totais',
  ours: 'Nos nossos registos',
  bank: 'No banco',
  payments: 'Pagamentos',
  refunds: 'Devoluções',
  refundsHint: 'Tudo o que foi devolvido nesse dia, também além dos pagamentos',
  fee: 'Comissão',
  net: 'Líquido',
  unknown: 'não indicado',
  agreements: 'Conferem',
  timing: 'Perto da meia-noite',
  count: 'Quantidade',
  difference: 'Diferença',
  leftOut: (count) =>
    count === 1
      ? '1 linha de outro comerciante ficou de fora.'
      : `${count} linhas de outros comerciantes ficaram de fora.`,
  findings: 'Lista detalhada',
  findingsCaption: 'Pagamentos e devoluções do dia, primeiro as diferenças',
  onlyDifferences: 'Só diferenças',
  onlyUnanswered: 'Por verificar',
  all: 'Tudo',
  result: 'Resultado',
  kindOf: { payment: 'Pagamento', refund: 'Devolução' },
  ourAmount: 'Nos nossos registos',
  bankAmount: 'No banco',
  time: 'Hora registada',
  line: (number) => `linha ${number}`,
  detail: 'Nota',
  notes: {
    line: ({ line }) => `linha ${line}`,
    'line-sum': ({ line }) => `linha ${line}: bruto menos comissão não dá o líquido`,
    'our-status': ({ status }) => `o nosso estado é: ${STATUSES[status]}`,
    'our-day-differs': () => 'paga noutro dia nos nossos registos',
    'bank-day': ({ day }) => `o banco registou-a em ${formatDay(day, 'pt-PT')}`,
    'amount-when-queried': () => 'o banco comunica este valor quando consultado',
    'not-queried': () => 'o banco não foi consultado',
    'paid-when-queried': () => 'o banco comunica que está paga quando consultado',
    'near-midnight': () => 'o banco comunica que está paga; perto da meia-noite: veja o ficheiro do dia vizinho',
    'out-of-time': () => 'o banco não foi consultado: esgotou-se o tempo desta chamada',
    'unknown-account': ({ account }) => `a conta bancária ${account} não está configurada neste ambiente`,
    'no-bank-payment': () => 'os nossos registos não indicam nenhum pagamento do banco',
    'bank-status': ({ status }) => `o banco comunica: ${BANK_STATUSES[status]}`,
    'no-answer': ({ why }) => NO_ANSWERS[why],
    'open-exception': ({ kind }) => `exceção em aberto: ${exceptionKinds[kind]}`,
  },
  noFindings: 'Sem pagamentos nem devoluções.',
  columns: {
    result: 'resultado',
    kind: 'tipo',
    merchantId: 'ID do comerciante',
    merchant: 'comerciante',
    transactionId: 'ID da transação',
    orderId: 'encomenda',
    status: 'estado',
    bankAccount: 'conta bancária',
    ourTime: 'a nossa hora (Lisboa)',
    bankTime: 'hora do banco (Lisboa)',
    bankId: 'ID do banco',
    ours: 'nosso EUR',
    bank: 'banco EUR',
    difference: 'diferença EUR',
    fee: 'comissão EUR',
    net: 'líquido EUR',
    exceptions: 'exceções em aberto',
    detail: 'nota',
  },
  csv: 'Descarregar CSV',
  results: {
    agrees: 'Confere',
    timing: 'Perto da meia-noite',
    'not-checked': 'Não verificado',
    'not-at-bank': 'Não está no banco',
    'not-ours': 'Não é nosso',
    'amount-differs': 'Valor diferente',
    'status-differs': 'Estado diferente',
    'day-differs': 'Dia diferente',
    'booked-twice': 'Registado duas vezes',
    'line-sum': 'A linha não confere',
    'no-answer': 'Sem resposta clara',
  },
  means: {
    agrees: 'O mesmo valor, no mesmo dia.',
    timing: 'O mesmo pagamento, antes e depois da meia-noite. Não é necessária nenhuma ação.',
    'not-checked':
      'Está nos nossos registos, antes da primeira ou depois da última linha do ficheiro. Exporte o dia completo.',
    'not-at-bank':
      'Está nos nossos registos, mas não no ficheiro. Confirme que o ficheiro está completo e é desta conta; depois, ' +
      'pergunte ao banco.',
    'not-ours': 'Está no banco, sem pagamento nosso correspondente. Veja as exceções; depois, pergunte ao banco.',
    'amount-differs': 'Os valores são diferentes. Veja a exceção em aberto, se houver uma indicada.',
    'status-differs': 'Só um dos lados indica o pagamento. Ainda pode ser concluído. Se não for, averigue.',
    'day-differs':
      'O mesmo pagamento noutro dia, em geral registado mais tarde. Confirme que não é contado duas vezes.',
    'booked-twice': 'O banco tem um segundo pagamento para uma transação. O cliente pagou duas vezes.',
    'line-sum': 'Bruto menos comissão não dá o líquido. Pergunte ao banco.',
    'no-answer': 'O banco não deu uma resposta clara. Compare de novo mais tarde.',
  },
};
