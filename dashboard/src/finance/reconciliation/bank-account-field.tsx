import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useReconciliationTexts } from './reconciliation-texts.ts';

interface BankAccountFieldProps {
  /** Empty: all of them. */
  value: string;
  /** Names of the accounts that merchants have. */
  accounts: readonly string[];
  /** A bank's file is of one account. */
  isAskedFor: boolean;
  onChange: (account: string) => void;
}

/** Which bank account: one, or without a file all of them. */
export function BankAccountField({ value, accounts, isAskedFor, onChange }: BankAccountFieldProps) {
  const text = useReconciliationTexts();
  // One from the address bar may be of no merchant that is known here.
  const known = value === '' || accounts.includes(value) ? accounts : [...accounts, value];
  const options = [
    { value: '', label: text.allAccounts },
    ...known.map((account) => ({ value: account, label: account })),
  ];
  return (
    <FormField
      label={text.account}
      description={text.accountHint}
      errorText={isAskedFor && value === '' ? text.accountMissing : undefined}
    >
      <Select
        selectedOption={options.find((option) => option.value === value) ?? null}
        options={options}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
        invalid={isAskedFor && value === ''}
      />
    </FormField>
  );
}
