import { words } from '../../i18n/words.ts';

export const listWords = words({
  title: ['Transactions', 'Transações'],
  describe: ['By period, newest first.', 'Por período, as mais recentes primeiro.'],
  by: ['Day', 'Dia'],
  anyMethod: ['Any method', 'Qualquer método'],
  anyDelivery: ['Any delivery state', 'Qualquer estado de entrega'],
  undelivered: ['Not delivered or not sent', 'Não entregue ou não enviado'],
  allStatuses: ['All', 'Todas'],
  statusTab: {
    pending: ['Pending', 'Pendentes'],
    paid: ['Paid', 'Pagas'],
    failed: ['Failed', 'Falhadas'],
    cancelled: ['Cancelled', 'Canceladas'],
  },
  further: [
    (scanned: string) => `No match yet. Scanned ${scanned}, searching further back…`,
    (scanned: string) => `Ainda sem resultados. Pesquisadas ${scanned}, a pesquisar mais atrás…`,
  ],
  resultsScanned: [
    (count: string, scanned: string) =>
      `${count === '1' ? '1 result' : `${count} results`}, of ${scanned === '1' ? '1 transaction' : `${scanned} transactions`} scanned`,
    (count: string, scanned: string) =>
      `${count === '1' ? '1 resultado' : `${count} resultados`}, de ${scanned === '1' ? '1 transação pesquisada' : `${scanned} transações pesquisadas`}`,
  ],
  partial: [
    (scanned: string, until: string) => `Scanned ${scanned}, back to ${until}. There are more.`,
    (scanned: string, until: string) => `Pesquisadas ${scanned}, até ${until}. Há mais.`,
  ],
  partialUntimed: [
    (scanned: string) => `Scanned ${scanned}. There are more.`,
    (scanned: string) => `Pesquisadas ${scanned}. Há mais.`,
  ],
  clear: ['Clear filters', 'Limpar filtros'],
  noneInPeriod: ['No transactions in this period.', 'Sem transações neste período.'],
  noneWithFilters: ['No transactions match the filters.', 'Nenhuma transação corresponde aos filtros.'],
});
