import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { errorWords } from '../components/error-words.ts';
import { useWords } from '../i18n/language.ts';
import { transactionWords } from '../i18n/shared-words.ts';
import { plain } from './account-search.ts';
import { accountTitle } from './account-title.ts';
import { useMerchants } from './merchants.tsx';

interface MerchantFieldProps {
  /** The merchant's id; empty for all. */
  value: string;
  onChange: (merchantId: string) => void;
}

/** For staff: one merchant, found by company, name or id, or all of them. */
export function MerchantField({ value, onChange }: MerchantFieldProps) {
  const text = useWords(transactionWords);
  const { title } = useWords(errorWords).noMerchant;
  const { data, reload } = useMerchants();
  const options = (data?.accounts ?? []).map((account) => ({
    value: account.merchantId,
    label: accountTitle(account),
    description: account.merchantId,
    filteringTags: [account.name, plain(accountTitle(account))],
  }));
  const all = { value: '', label: text.allMerchants };
  // A link may name one that is not among those loaded.
  const selected = options.find((option) => option.value === value) ?? { value, label: value };
  return (
    <FormField label={text.merchant}>
      <Select
        options={[all, ...options]}
        selectedOption={value === '' ? all : selected}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
        // Someone may have signed up since they were loaded.
        onFocus={reload}
        filteringType="auto"
        filteringAriaLabel={text.merchant}
        noMatch={title}
        expandToViewport
      />
    </FormField>
  );
}
