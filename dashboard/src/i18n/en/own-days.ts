import type { PeriodProblem } from '../../period/days.ts';

/** Texts of the days that one types; they load when they are needed. */
export const ownDays = {
  from: 'From',
  to: 'To',
  /** How a day is typed. */
  dayForm: 'yyyy-mm-dd',
  pick: (field: string) => `${field}: choose in the calendar`,
  dayProblem: 'Enter a day as yyyy-mm-dd, for example 2026-11-20.',
  daysProblem: 'The first day must not be after the last.',
  aheadProblem: 'This day has not come yet. Enter today or an earlier day.',
  untilToday: (today: string) => `Counted until today, ${today}.`,
  addressProblem: {
    'no-day': 'The address names no period such as from=2026-11-01&to=2026-11-30. It was not used.',
    reversed: 'The period in the address ends before it begins. It was not used.',
    ahead: 'The period in the address begins after today. It was not used.',
  } satisfies Record<PeriodProblem, string>,
  addressDay: 'The address names no day up to today, such as day=2026-11-20. It was not used.',
};
