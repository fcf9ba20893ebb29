import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import type { PropertyFilterProps } from '@cloudscape-design/components/property-filter';
import { useEffect } from 'react';
import { useWords } from '../../i18n/language.ts';
import { amountTyped } from './search.ts';
import { listFilterWords } from './words.ts';

/** One bound of the amount, as it is typed. `filter` is what was typed already behind the operator. */
export function AmountBound({
  value,
  onChange,
  operator,
  filter,
}: PropertyFilterProps.ExtendedOperatorFormProps<string>) {
  const text = useWords(listFilterWords);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only text typed outside replaces the field's value.
  useEffect(() => {
    if (filter !== undefined && filter !== '') onChange(filter);
  }, [filter]);
  const typed = value ?? '';
  const reading = amountTyped(typed);
  return (
    <FormField
      label={operator === '>=' ? text.atLeast : text.atMost}
      errorText={reading.ok ? undefined : text.amountProblem[reading.problem]}
    >
      <Input
        value={typed}
        onChange={({ detail }) => onChange(detail.value)}
        inputMode="decimal"
        placeholder="10,50"
        autoComplete={false}
        invalid={!reading.ok}
      />
    </FormField>
  );
}
