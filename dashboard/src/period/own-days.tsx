import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import { serviceNow } from '../api/service-time.ts';
import { useFormat } from '../i18n/language.ts';
import { DayField } from './day-field.tsx';
import { type Days, periodProblem, today } from './days.ts';
import { useOwnDaysText } from './own-days-text.ts';

export interface OwnDaysProps {
  days: Days;
  onChange: (days: Days) => void;
}

/** Two days of one's own. `onChange` hears only of days that make a period; it may end after today. */
export function OwnDays({ days: { from, to }, onChange }: OwnDaysProps) {
  const text = useOwnDaysText();
  const format = useFormat();
  const now = today(serviceNow());
  // Empty: what is typed is no day.
  const [draft, setDraft] = useState<Days>({ from, to });
  useEffect(() => setDraft({ from, to }), [from, to]);
  const type = (change: Partial<Days>) => {
    const next = { ...draft, ...change };
    setDraft(next);
    const isOther = next.from !== from || next.to !== to;
    if (isOther && periodProblem(next, now) === undefined) onChange(next);
  };
  const problem = periodProblem(draft, now);
  return (
    <SpaceBetween size="s">
      <DayField
        label={text.from}
        value={draft.from}
        onChange={(day) => type({ from: day })}
        problem={draft.from > now ? text.aheadProblem : undefined}
      />
      <DayField
        label={text.to}
        value={draft.to}
        onChange={(day) => type({ to: day })}
        problem={problem === 'reversed' ? text.daysProblem : undefined}
        note={draft.to > now ? text.untilToday(format.day(now)) : undefined}
      />
    </SpaceBetween>
  );
}
