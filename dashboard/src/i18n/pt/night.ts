import type { night as english } from '../en/night.ts';

export const night: typeof english = {
  title: 'Comparação com o banco',
  describe: 'Os últimos três dias são comparados todas as noites com os pagamentos que o banco lista.',
  none: 'Ainda nenhum dia foi comparado.',
  day: 'Dia',
  account: 'Conta bancária',
  state: 'Resultado',
  ours: 'Os nossos registos',
  listed: 'Lista do banco',
  difference: 'Diferença',
  remains: 'Diferenças por resolver',
  again: 'Comparar de novo',
  marked: 'Em fila: comparado dentro de 15 minutos',
  at: (time) => `Comparado ${time}`,
  recorded: (count) => `Pagamentos em falta registados: ${count}`,
  states: {
    begun: 'Em curso',
    compared: 'Comparado',
    'no-list': 'Sem lista: carregue o ficheiro do banco',
    'not-asked': 'Lista indisponível: nova tentativa durante sete noites',
    failed: 'Incompleto: nova tentativa durante sete noites',
  },
  of: {
    ours: (count) => `fora da lista do banco: ${count}`,
    listed: (count) => `na lista sem montante legível: ${count}`,
  },
  more: (count) => `Total de diferenças por resolver: ${count}`,
};
