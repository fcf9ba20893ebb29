import type * as en from '../en/refunds.ts';

export const refunds: (typeof en)['refunds'] = {
  title: 'Devoluções',
  describe: 'Dinheiro que o banco comunicou como devolvido aos clientes, no dia da devolução.',
  period: 'Devolvido em',
  list: 'Devoluções do período',
  listHint:
    'O total líquido de um período é a soma dos seus pagamentos menos os valores «do pagamento». Os valores «além do ' +
    'pagamento» devolvem dinheiro que não faz parte de um pagamento, como um excesso, um segundo pagamento ou um ' +
    'pagamento parcial. Nenhum total o conta.',
  caption: 'Devoluções, as mais recentes primeiro',
  loading: 'A carregar devoluções…',
  exportCsv: 'Exportar CSV',
  none: 'Sem devoluções neste período.',
  refundedAt: 'Devolvido em',
  kind: { refund: 'Reembolso', reversal: 'Estorno', annulment: 'Anulação', chargeback: 'Chargeback', other: 'Outra' },
  timeOurs: 'O banco não indicou a hora: hora do nosso registo',
  bankId: 'ID da operação no banco',
  returned: 'Devolvido',
  ofPayment: 'Do pagamento',
  ofExcess: 'Além do pagamento',
  unknown: 'não comunicado',
  results: (count, isOne) => (isOne ? '1 devolução' : `${count} devoluções`),
  partial: (count, until) => `${count}, até ${until}. Há mais.`,
  sums: {
    parts: (ofPayment, ofExcess) => `Do pagamento: ${ofPayment}. Além do pagamento: ${ofExcess}.`,
    unknown: (count) => `Faltam devoluções sem valor comunicado: ${count}.`,
  },
  file: {
    what: 'Um ficheiro para o Excel em português: uma linha por devolução, dias e horas de Lisboa, ID como texto.',
    columns: {
      day: 'dia da devolução (Lisboa)',
      refundedAt: 'devolvido (Lisboa)',
      merchantId: 'ID do comerciante',
      merchant: 'comerciante',
      orderId: 'encomenda',
      transactionId: 'ID da transação',
      paidOn: 'dia do pagamento (Lisboa)',
      method: 'método',
      bankAccount: 'conta bancária',
      bankId: 'ID do banco',
      paymentBankId: 'ID do banco do pagamento',
      kind: 'tipo',
      type: 'termo do banco',
      returned: 'devolvido EUR',
      ofPayment: 'do pagamento EUR',
      ofExcess: 'além do pagamento EUR',
      recorded: 'registada (Lisboa)',
    },
  },
};
