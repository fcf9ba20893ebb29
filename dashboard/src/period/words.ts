import { type Pair, words } from '../i18n/words.ts';
import type { PeriodProblem } from './days.ts';

/** Texts of the days that one types; they load when they are needed. */
export const ownDaysWords = words({
  from: ['From', 'De'],
  to: ['To', 'Até'],

  /** How a day is typed. */
  dayForm: ['yyyy-mm-dd', 'dd/mm/aaaa'],
  pick: [(field: string) => `${field}: choose in the calendar`, (field: string) => `${field}: escolher no calendário`],
  dayProblem: [
    'Enter a day as yyyy-mm-dd, for example 2026-11-20.',
    'Indique um dia como dd/mm/aaaa, por exemplo 20/11/2026.',
  ],
  daysProblem: ['The first day must not be after the last.', 'O primeiro dia não pode ser posterior ao último.'],
  aheadProblem: [
    'This day has not come yet. Enter today or an earlier day.',
    'Este dia ainda não chegou. Indique o dia de hoje ou um anterior.',
  ],
  lastDayFrom: [
    (from: string) => `Enter the last day too, from ${from} on.`,
    (from: string) => `Indique também o último dia, a partir de ${from}.`,
  ],
  stillShown: [
    (from: string, to: string) => `The page still shows ${from} to ${to}.`,
    (from: string, to: string) => `Continua a ser mostrado o período de ${from} a ${to}.`,
  ],
  untilToday: [(today: string) => `Counted until today, ${today}.`, (today: string) => `Só até hoje, ${today}.`],
  addressProblem: {
    'no-day': [
      'The address names no period of two valid days. It was not used.',
      'O endereço não indica um período com dois dias válidos. Não foi usado.',
    ],
    reversed: [
      'The period in the address ends before it begins. It was not used.',
      'O período no endereço termina antes de começar. Não foi usado.',
    ],
    ahead: [
      'The period in the address begins after today. It was not used.',
      'O período no endereço começa depois de hoje. Não foi usado.',
    ],
  } satisfies Record<PeriodProblem, Pair>,
  addressDay: [
    'The address names no day up to today. It was not used.',
    'O endereço não indica um dia até hoje. Não foi usado.',
  ],
});
