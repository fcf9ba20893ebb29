import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { MerchantField } from '../accounts/merchant-field.tsx';
import { serviceNow } from '../api/service-time.ts';
import { useWords } from '../i18n/language.ts';
import { transactionWords } from '../i18n/shared-words.ts';
import { addressWarning } from '../period/address-problem.tsx';
import { presetDays, today } from '../period/days.ts';
import { PeriodField } from '../period/period-field.tsx';
import { useAddressProblem } from '../period/use-address-problem.ts';
import { type FinanceQuery, nameOfDays } from './finance-query.ts';
import { unnotifiedWords } from './unnotified/words.ts';

interface FinanceFilterProps {
  query: FinanceQuery;
  onChange: (query: FinanceQuery) => void;
  /** What happened in the period, where that is not plain. */
  label?: string;
}

/** Which merchant, and all of time or a period. */
export function FinanceFilter({ query, onChange, label }: FinanceFilterProps) {
  const text = useWords(unnotifiedWords);
  const words = useWords(transactionWords);
  const { days, merchantId } = query;
  const problem = useAddressProblem(query.problem, nameOfDays(days), () => onChange({ merchantId, days }));
  const options = [
    { value: 'ever', label: text.allTime },
    { value: 'period', label: words.preset.own },
  ];
  const chosen = days === undefined ? 'ever' : 'period';
  const choose = (value: string | undefined) =>
    onChange({ merchantId, days: value === 'ever' ? undefined : presetDays('month', today(serviceNow())) });
  return (
    <Container>
      <ColumnLayout columns={4} minColumnWidth={170}>
        <MerchantField value={merchantId} onChange={(next) => onChange({ days, merchantId: next })} />
        <FormField label={label ?? words.period} warningText={addressWarning(problem)}>
          <Select
            selectedOption={options.find(({ value }) => value === chosen) ?? null}
            options={options}
            onChange={({ detail }) => choose(detail.selectedOption.value)}
          />
        </FormField>
        {days && (
          <PeriodField days={days} onChange={(next) => onChange({ merchantId, days: next })} label={text.days} />
        )}
      </ColumnLayout>
    </Container>
  );
}
