import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useState } from 'react';
import { serviceNow } from '../api/service-time.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { DayField } from './day-field.tsx';
import { type Days, periodProblem, today } from './days.ts';
import { ownDaysWords } from './words.ts';

export interface OwnDaysProps {
  days: Days;
  onChange: (days: Days) => void;
}

/** Two days of one's own. `onChange` hears only of days that make a period; it may end after today. */
export function OwnDays({ days: { from, to }, onChange }: OwnDaysProps) {
  const text = useWords(ownDaysWords);
  const format = useFormat();
  const now = today(serviceNow());
  // Empty: what is typed is no day.
  const [draft, setDraft] = useState<Days>({ from, to });
  const [typedLast, setTypedLast] = useState<keyof Days>('to');
  useEffect(() => setDraft({ from, to }), [from, to]);
  const type = (end: keyof Days, day: string) => {
    const next = { ...draft, [end]: day };
    setDraft(next);
    setTypedLast(end);
    const isOther = next.from !== from || next.to !== to;
    if (isOther && periodProblem(next, now) === undefined) onChange(next);
  };
  const problem = periodProblem(draft, now);
  const isReversed = problem === 'reversed';
  const note = draft.to > now ? text.untilToday(format.day(now)) : undefined;
  return (
    <SpaceBetween size="s">
      <DayField
        label={text.from}
        value={draft.from}
        onChange={(day) => type('from', day)}
        problem={draft.from > now ? text.aheadProblem : undefined}
      />
      {/* After a later first day the last one is to be typed next, and not wrong yet. */}
      <DayField
        label={text.to}
        value={draft.to}
        onChange={(day) => type('to', day)}
        problem={isReversed && typedLast === 'to' ? text.daysProblem : undefined}
        note={isReversed ? text.lastDayFrom(format.day(draft.from)) : note}
      />
      {problem !== undefined && (
        <LiveRegion tagName="div">
          <StatusIndicator type="info">{text.stillShown(format.day(from), format.day(to))}</StatusIndicator>
        </LiveRegion>
      )}
    </SpaceBetween>
  );
}
