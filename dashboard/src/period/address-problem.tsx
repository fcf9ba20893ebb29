import { lazy, Suspense } from 'react';
import type { PeriodProblem } from './days.ts';

const Sentence = lazy(async () => {
  const { useOwnDaysText } = await import('./own-days-text.ts');
  return { default: ({ problem }: { problem: PeriodProblem }) => useOwnDaysText().addressProblem[problem] };
});

/** Why the period shown is not that of the address, as a field's warning; its text loads when it is needed. */
export function addressWarning(problem: PeriodProblem | undefined) {
  return (
    problem && (
      <Suspense>
        <Sentence problem={problem} />
      </Suspense>
    )
  );
}
