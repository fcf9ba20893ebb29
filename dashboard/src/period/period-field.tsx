import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import { serviceNow } from '../api/service-time.ts';
import { useWords } from '../i18n/language.ts';
import { transactionWords } from '../i18n/shared-words.ts';
import { addressWarning } from './address-problem.tsx';
import { type PeriodProblem, PRESETS, type Preset, presetDays, presetOf, today } from './days.ts';
import type { OwnDaysProps } from './own-days.tsx';

const OwnDays = lazy(async () => ({ default: (await import('./own-days.tsx')).OwnDays }));

interface PeriodFieldProps extends OwnDaysProps {
  label?: string;
  /** Why these are not the days of the address. */
  addressProblem?: PeriodProblem | undefined;
}

/** A preset, or two days of one's own. `onChange` hears only of days that make a period. */
export function PeriodField({ days, onChange, label, addressProblem }: PeriodFieldProps) {
  const words = useWords(transactionWords);
  const now = today(serviceNow());
  const known = presetOf(days, now);
  const [isOwn, setIsOwn] = useState(known === undefined);
  const options = [...PRESETS, 'own' as const].map((value) => ({ value, label: words.preset[value] }));
  const chosen = isOwn || known === undefined ? 'own' : known;
  const choose = (value: Preset | 'own') => {
    setIsOwn(value === 'own');
    if (value !== 'own') onChange(presetDays(value, now));
  };
  return (
    <SpaceBetween size="s">
      <FormField label={label ?? words.period} warningText={addressWarning(addressProblem)}>
        <Select
          selectedOption={options.find(({ value }) => value === chosen) ?? null}
          options={options}
          onChange={({ detail }) => choose(detail.selectedOption.value as Preset | 'own')}
        />
      </FormField>
      {chosen === 'own' && (
        <Suspense>
          <OwnDays days={days} onChange={onChange} />
        </Suspense>
      )}
    </SpaceBetween>
  );
}
