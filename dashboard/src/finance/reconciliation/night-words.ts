import type { NightRow } from '../../../../functions/dashboard/finance/nights.ts';
import { type Pair, words } from '../../i18n/words.ts';

export const nightWords = words({
  title: ['Compared with the bank', 'Comparação com o banco'],
  describe: [
    'The last three days are compared each night with the payments that the bank lists.',
    'Os últimos três dias são comparados todas as noites com os pagamentos que o banco lista.',
  ],
  none: [
    'No day of an account whose provider has a list was compared yet.',
    'Ainda não foi comparado nenhum dia de uma conta cujo fornecedor tem lista.',
  ],
  quiet: ['No movements on the days that were compared.', 'Sem movimentos nos dias que foram comparados.'],
  day: ['Day', 'Dia'],
  account: ['Bank account', 'Conta bancária'],
  state: ['Result', 'Resultado'],
  ours: ['Our records', 'Os nossos registos'],
  listed: ['Bank’s list', 'Lista do banco'],
  difference: ['Difference', 'Diferença'],
  remains: ['Differences left', 'Diferenças por resolver'],
  again: ['Compare again', 'Comparar de novo'],
  marked: ['Queued: compared within 15 minutes', 'Em fila: comparado dentro de 15 minutos'],
  at: [(time: string) => `Compared ${time}`, (time: string) => `Comparado ${time}`],
  recorded: [
    (count: string) => `Missing payments recorded: ${count}`,
    (count: string) => `Pagamentos em falta registados: ${count}`,
  ],
  states: {
    begun: ['In progress', 'Em curso'],
    compared: ['Compared', 'Comparado'],
    'not-asked': [
      'List not available: tried again for seven nights',
      'Lista indisponível: nova tentativa durante sete noites',
    ],
    failed: ['Incomplete: tried again for seven nights', 'Incompleto: nova tentativa durante sete noites'],
  } satisfies Record<NightRow['state'], Pair>,
  of: {
    ours: [
      (count: string) => `not in the bank’s list: ${count}`,
      (count: string) => `fora da lista do banco: ${count}`,
    ],
    listed: [
      (count: string) => `listed without a readable amount: ${count}`,
      (count: string) => `na lista sem montante legível: ${count}`,
    ],
  },
  more: [
    (count: string) => `Differences left in total: ${count}`,
    (count: string) => `Total de diferenças por resolver: ${count}`,
  ],
});
