const en = {
  from: 'From',
  to: 'To',
  dayProblem: 'A day, such as 2026-11-20',
  daysProblem: 'The first day must not be after the last.',
};

const pt: typeof en = {
  from: 'De',
  to: 'Até',
  dayProblem: 'Um dia, como 2026-11-20',
  daysProblem: 'O primeiro dia não pode ser posterior ao último.',
};

export const OWN_DAYS_TEXT = { en, pt };
