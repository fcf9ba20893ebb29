import { useWords } from '../i18n/language.ts';
import type { PeriodProblem } from './days.ts';
import { ownDaysWords } from './words.ts';

/** Why the period shown is not that of the address, as a field's warning. */
export function addressWarning(problem: PeriodProblem | undefined) {
  return problem && <Sentence problem={problem} />;
}

function Sentence({ problem }: { problem: PeriodProblem }) {
  return useWords(ownDaysWords).addressProblem[problem];
}
