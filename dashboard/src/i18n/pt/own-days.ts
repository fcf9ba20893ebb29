import type { ownDays as English } from '../en/own-days.ts';

export const ownDays: typeof English = {
  from: 'De',
  to: 'Até',
  dayForm: 'dd/mm/aaaa',
  pick: (field) => `${field}: escolher no calendário`,
  dayProblem: 'Indique um dia como dd/mm/aaaa, por exemplo 20/11/2026.',
  daysProblem: 'O primeiro dia não pode ser posterior ao último.',
  aheadProblem: 'Este dia ainda não chegou. Indique o dia de hoje ou um anterior.',
  lastDayFrom: (from) => `Indique também o último dia, a partir de ${from}.`,
  stillShown: (from, to) => `Continua a ser mostrado o período de ${from} a ${to}.`,
  untilToday: (today) => `Só até hoje, ${today}.`,
  addressProblem: {
    'no-day': 'O endereço não indica um período com dois dias válidos. Não foi usado.',
    reversed: 'O período no endereço termina antes de começar. Não foi usado.',
    ahead: 'O período no endereço começa depois de hoje. Não foi usado.',
  },
  addressDay: 'O endereço não indica um dia até hoje. Não foi usado.',
};
