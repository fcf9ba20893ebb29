import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type FormEvent, useEffect, useState } from 'react';
import { serviceNow } from '../api/service-time.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { transactionWords } from '../i18n/shared-words.ts';
import { type Days, FIRST_DAY, PRESETS, type Preset, presetDays, presetOf, today } from './days.ts';
import { periodWords } from './words.ts';

interface PeriodFieldProps {
  /** Undefined: all time. */
  days: Days | undefined;
  onChange: (days: Days | undefined) => void;
  hasAllTime: boolean;
  label: string | undefined;
}

/** A preset, or two days of one's own. */
export function PeriodField({ days, onChange, hasAllTime, label }: PeriodFieldProps) {
  const words = useWords(transactionWords);
  const text = useWords(periodWords);
  const format = useFormat();
  const now = today(serviceNow());
  const [isOwn, setOwn] = useState(false);
  const named = days ? (presetOf(days, now) ?? 'own') : 'all-time';
  const chosen = isOwn ? 'own' : named;
  const options = [
    ...(hasAllTime ? [{ value: 'all-time', label: text.allTime }] : []),
    ...[...PRESETS, 'own' as const].map((value) => ({ value, label: words.preset[value] })),
  ];
  const choose = (value = '') => {
    setOwn(value === 'own');
    if (value === 'all-time') onChange(undefined);
    else if (value !== 'own') onChange(presetDays(value as Preset, now));
  };
  return (
    <SpaceBetween size="s">
      <FormField
        label={label ?? words.period}
        constraintText={
          days && chosen !== 'own' && text.days(format.day(days.from), format.day(days.to), days.from === days.to)
        }
      >
        <Select
          selectedOption={options.find(({ value }) => value === chosen) ?? null}
          options={options}
          onChange={({ detail }) => choose(detail.selectedOption.value)}
        />
      </FormField>
      {chosen === 'own' && <OwnDays {...(days ?? presetDays('month', now))} now={now} onChange={onChange} />}
    </SpaceBetween>
  );
}

interface OwnDaysProps extends Days, Pick<PeriodFieldProps, 'onChange'> {
  now: string;
}

/** The browser's own fields, which refuse what is no day. They follow its order of day and month: below it is in words. */
function OwnDays({ from, to, now, onChange }: OwnDaysProps) {
  const text = useWords(periodWords);
  const format = useFormat();
  const [draft, setDraft] = useState<Days>({ from, to });
  useEffect(() => setDraft({ from, to }), [from, to]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(draft);
  };
  const field = (end: keyof Days, min: string) => (
    <FormField label={text[end]} constraintText={draft[end] && format.dayInWords(draft[end])}>
      <Input
        value={draft[end]}
        onChange={({ detail }) => setDraft({ ...draft, [end]: detail.value })}
        nativeInputAttributes={{ type: 'date', min, max: now, required: true }}
      />
    </FormField>
  );
  return (
    <form onSubmit={submit}>
      <SpaceBetween size="s">
        {field('from', FIRST_DAY)}
        {field('to', draft.from || FIRST_DAY)}
        <Button formAction="submit">{text.apply}</Button>
        {/* What is below is of the days before. */}
        {(draft.from !== from || draft.to !== to) && <Box color="text-status-warning">{text.notApplied}</Box>}
      </SpaceBetween>
    </form>
  );
}
