import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useWords } from '../../i18n/language.ts';
import { reconciliationWords } from './words.ts';

interface BankAccountFieldProps {
  /** Empty: not chosen yet. */
  value: string;
  /** Names of the accounts that merchants have. */
  accounts: readonly string[];
  onChange: (account: string) => void;
}

/** The bank account of a file. */
export function BankAccountField({ value, accounts, onChange }: BankAccountFieldProps) {
  const text = useWords(reconciliationWords);
  return (
    <FormField label={text.account} description={text.accountHint}>
      <Select
        // One from the address bar may be of no merchant that is known here.
        options={[...new Set([...accounts, value])].filter((each) => each !== '').map((each) => ({ value: each }))}
        selectedOption={value === '' ? null : { value }}
        placeholder={text.accountMissing}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
}
