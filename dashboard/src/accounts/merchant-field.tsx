import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useWords } from '../i18n/language.ts';
import { plain } from './account-search.ts';
import { accountTitle } from './account-title.ts';
import { merchantNameWords } from './merchant-name-words.ts';
import { reloadMerchants, useMerchants } from './merchants.tsx';

interface MerchantFieldProps {
  /** The merchant's id; empty for all. */
  value: string;
  onChange: (merchantId: string) => void;
}

/** For staff: one merchant, found by company, name or id, or all of them. */
export function MerchantField({ value, onChange }: MerchantFieldProps) {
  const text = useWords(merchantNameWords);
  const options = useMerchants().map((account) => ({
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
        onFocus={() => void reloadMerchants()}
        filteringType="auto"
        filteringAriaLabel={text.merchant}
        noMatch={text.noMerchant}
        expandToViewport
      />
    </FormField>
  );
}
