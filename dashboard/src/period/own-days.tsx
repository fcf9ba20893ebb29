import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/language.ts';
import { DayField } from './day-field.tsx';
import { type Days, isDay } from './days.ts';

export interface OwnDaysProps {
  days: Days;
  onChange: (days: Days) => void;
}

/** Two days of one's own. `onChange` hears only of days that make a period. */
export function OwnDays({ days: { from, to }, onChange }: OwnDaysProps) {
  const text = useText('ownDays');
  const [draft, setDraft] = useState<Days>({ from, to });
  useEffect(() => setDraft({ from, to }), [from, to]);
  const type = (change: Partial<Days>) => {
    const next = { ...draft, ...change };
    setDraft(next);
    if (isDay(next.from) && isDay(next.to) && next.from <= next.to) onChange(next);
  };
  const problemOf = (day: string) => (isDay(day) ? undefined : text.dayProblem);
  const isReversed = isDay(draft.from) && isDay(draft.to) && draft.from > draft.to;
  return (
    <SpaceBetween size="s">
      <FormField label={text.from} errorText={problemOf(draft.from)}>
        <DayField value={draft.from} onChange={(day) => type({ from: day })} isInvalid={!isDay(draft.from)} />
      </FormField>
      <FormField label={text.to} errorText={problemOf(draft.to) ?? (isReversed ? text.daysProblem : undefined)}>
        <DayField value={draft.to} onChange={(day) => type({ to: day })} isInvalid={isReversed || !isDay(draft.to)} />
      </FormField>
    </SpaceBetween>
  );
}
