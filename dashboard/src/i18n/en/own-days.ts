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
  lastDayFrom: (from: string) => `Enter the last day too, from ${from} on.`,
  stillShown: (from: string, to: string) => `The page still shows ${from} to ${to}.`,
  untilToday: (today: string) => `Counted until today, ${today}.`,
  addressProblem: {
    'no-day': 'The address names no period of two valid days. It was not used.',
    reversed: 'The period in the address ends before it begins. It was not used.',
    ahead: 'The period in the address begins after today. It was not used.',
  } satisfies Record<PeriodProblem, string>,
  addressDay: 'The address names no day up to today. It was not used.',
};
