import FormField from '@cloudscape-design/components/form-field';
import { AnySelect } from '../../components/any-select.tsx';
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
  const isMissing = isAskedFor && value === '';
  return (
    <FormField
      label={text.account}
      description={text.accountHint}
      errorText={isMissing ? text.accountMissing : undefined}
    >
      <AnySelect
        value={value}
        any={text.allAccounts}
        // One from the address bar may be of no merchant that is known here.
        values={value === '' || accounts.includes(value) ? accounts : [...accounts, value]}
        labelOf={(account) => account}
        onChange={onChange}
        invalid={isMissing}
      />
    </FormField>
  );
}
