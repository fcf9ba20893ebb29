import { moneyWords } from '../../i18n/shared-words.ts';
import { words } from '../../i18n/words.ts';

export const totalsWords = words({
  title: ['Totals', 'Totais'],
  describe: ['Totals by Lisbon day.', 'Totais por dia de Lisboa.'],
  of: ['Show', 'Mostrar'],
  ofMovements: ['Money by day', 'Dinheiro por dia'],
  ofMovementsHint: [
    'The day as the bank reports it. A past day can still change when the bank reports late.',
    'O dia que o banco indica. Um dia passado ainda pode mudar, se o banco comunicar mais tarde.',
  ],
  ofStatuses: ['Transactions, by the day of their status', 'Transações, pelo dia do estado'],
  ofStatusesHint: [
    'The day on which we recorded that it was paid, failed or cancelled.',
    'O dia em que registámos que foi paga, falhou ou foi cancelada.',
  ],
  received: moneyWords.received,
  other: moneyWords.kind.other,
  returned: moneyWords.kind.returned,
  balance: moneyWords.balance,
  noRevenue: moneyWords.noRevenue,
  sentence: [
    'Received for payments + other money received − returned = balance, before the bank’s fees.',
    'Recebido por pagamentos + outro dinheiro recebido − devolvido = saldo, antes das comissões do banco.',
  ],
  unreadable: [
    (count: string) => `Returned without a readable amount, in no sum: ${count}.`,
    (count: string) => `Devolvido sem valor legível, em nenhuma soma: ${count}.`,
  ],
  recordedAfter: [
    (count: string, euros: string) => `Recorded after the period: ${count}, ${euros}.`,
    (count: string, euros: string) => `Registado depois do período: ${count}, ${euros}.`,
  ],
  ourTime: ['Day of our record', 'Dia do nosso registo'],
  ourTimeOf: [
    (count: string) => `Without a time of the bank: ${count}`,
    (count: string) => `Sem hora do banco: ${count}`,
  ],
  ourTimeSum: [
    (count: string, euros: string) => `On the day of our record, as the bank gave no time: ${count}, ${euros}.`,
    (count: string, euros: string) => `No dia do nosso registo, por o banco não indicar a hora: ${count}, ${euros}.`,
  ],
  period: [
    (from: string, to: string) => `Period: ${from} to ${to}.`,
    (from: string, to: string) => `Período: de ${from} a ${to}.`,
  ],
  asOf: [(time: string) => `As of ${time}.`, (time: string) => `À data de ${time}.`],
  movements: [
    (count: string, isOne: boolean) => (isOne ? '1 movement' : `${count} movements`),
    (count: string, isOne: boolean) => (isOne ? '1 movimento' : `${count} movimentos`),
  ],
  days: ['Daily breakdown', 'Detalhe diário'],
  accounts: ['By bank account', 'Por conta bancária'],
  day: ['Day', 'Dia'],
  account: ['Bank account', 'Conta bancária'],
  sum: ['Total', 'Total'],
  none: ['No movements in this period.', 'Sem movimentos neste período.'],
  noTransactions: ['No transactions in this period.', 'Sem transações neste período.'],
  csvText: {
    all: ['all', 'todos'],
    columns: {
      day: ['day (Lisbon)', 'dia (Lisboa)'],
      what: ['kind or status', 'tipo ou estado'],
      merchantId: ['merchantId', 'ID do comerciante'],
      merchant: ['merchant', 'comerciante'],
      timeOurs: ['time of our record', 'hora do nosso registo'],
      method: ['method', 'método'],
      bankAccount: ['bankAccount', 'conta bancária'],
      count: ['count', 'quantidade'],
      unreadable: ['without amount', 'sem valor'],
      amount: ['amount EUR', 'montante EUR'],
    },
  },
  csv: ['Download CSV', 'Descarregar CSV'],
  loading: ['Loading totals…', 'A carregar totais…'],
  loadingMerchants: [
    (scanned: string, of: string) => `Loading totals: ${scanned} of ${of} merchants…`,
    (scanned: string, of: string) => `A carregar totais: ${scanned} de ${of} comerciantes…`,
  ],
  times: [(count: string) => `${count}×`, (count: string) => `${count}×`],
});
