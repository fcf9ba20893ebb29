import type { MerchantsScanned } from '../../../functions/dashboard/entries-page.ts';
import { words } from '../i18n/words.ts';

export const exportWords = words({
  columns: {
    transactionId: ['transactionId', 'ID da transação'],
    merchantId: ['merchantId', 'ID do comerciante'],
    merchant: ['merchant', 'comerciante'],
    orderId: ['orderId', 'encomenda'],
    status: ['status', 'estado'],
    method: ['method', 'método'],
    amount: ['amount EUR', 'montante EUR'],
    received: ['received EUR', 'recebido EUR'],
    created: ['created (Lisbon)', 'criada (Lisboa)'],
    paidOn: ['paid on (Lisbon day)', 'dia do pagamento (Lisboa)'],
    paid: ['paid (Lisbon)', 'paga (Lisboa)'],
    recorded: ['recorded (Lisbon)', 'registada (Lisboa)'],
    entity: ['entity', 'entidade'],
    reference: ['reference', 'referência'],
    bankAccount: ['bankAccount', 'conta bancária'],
    bankId: ['bankId', 'ID do banco'],
    event: ['event', 'evento'],
    delivery: ['delivery', 'entrega'],
    attempts: ['attempts', 'tentativas'],
  },
  title: ['Export to CSV', 'Exportar para CSV'],
  what: [
    'A file for Excel with Portuguese settings: one row per transaction, Lisbon days and times, IDs as text.',
    'Um ficheiro para o Excel em português: uma linha por transação, dias e horas de Lisboa, ID como texto.',
  ],
  period: [
    (by: string, from: string, to: string) => `${by}: ${from} to ${to}`,
    (by: string, from: string, to: string) => `${by}: de ${from} a ${to}`,
  ],
  withFilters: [
    (count: number) => (count === 0 ? 'No filters.' : count === 1 ? 'With 1 filter.' : `With ${count} filters.`),
    (count: number) => (count === 0 ? 'Sem filtros.' : count === 1 ? 'Com 1 filtro.' : `Com ${count} filtros.`),
  ],
  start: ['Export', 'Exportar'],
  going: [
    (rows: string, until: string, merchants: MerchantsScanned) =>
      `${rows} so far, back to ${until}${
        merchants ? `, of the first ${merchants.scanned} of ${merchants.of} merchants` : ''
      }.`,
    (rows: string, until: string, merchants: MerchantsScanned) =>
      `${rows} até agora, até ${until}${
        merchants ? `, dos primeiros ${merchants.scanned} de ${merchants.of} comerciantes` : ''
      }.`,
  ],
  starting: ['Starting…', 'A começar…'],
  progress: ['Export', 'Exportação'],
  done: [(rows: string) => `Saved: ${rows}.`, (rows: string) => `Guardado: ${rows}.`],
  saveAgain: ['Save again', 'Guardar de novo'],
  failedAtStart: ['No file was saved.', 'Não foi guardado nenhum ficheiro.'],
  failed: [
    (rows: string) => `Interrupted after ${rows}. No file was saved yet.`,
    (rows: string) => `Interrompida depois de ${rows}. Ainda não foi guardado nenhum ficheiro.`,
  ],
  stopped: [
    (rows: string) => `Stopped after ${rows}. No file was saved. The rows received are kept while this window is open.`,
    (rows: string) =>
      `Parada depois de ${rows}. Não foi guardado nenhum ficheiro. As linhas recebidas mantêm-se enquanto esta ` +
      'janela estiver aberta.',
  ],
  sum: [
    (count: string, isOne: boolean, euros: string) => `${isOne ? '1 transaction' : `${count} transactions`}: ${euros}`,
    (count: string, isOne: boolean, euros: string) => `${isOne ? '1 transação' : `${count} transações`}: ${euros}`,
  ],
  sumPaid: [
    (count: string, _isOne: boolean, euros: string) => `${count} paid. Received for them: ${euros}.`,
    (count: string, isOne: boolean, euros: string) => `${count} ${isOne ? 'paga' : 'pagas'}. Recebido: ${euros}.`,
  ],
  resume: ['Continue', 'Continuar'],
  rows: [
    (count: string, isOne: boolean) => (isOne ? '1 row' : `${count} rows`),
    (count: string, isOne: boolean) => (isOne ? '1 linha' : `${count} linhas`),
  ],
});
