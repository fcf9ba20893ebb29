import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import { useEffect, useState } from 'react';
import { useText } from '../text/language.ts';
import { useMerchants } from './merchants.ts';
import { ACCOUNTS_TEXT } from './text.ts';

interface MerchantFieldProps {
  /** The merchant's id; empty for all. */
  value: string;
  onChange: (merchantId: string) => void;
  hint?: string;
}

/** For staff: one merchant, by name or id, or all of them. What is typed counts with Enter, or when the field is left. */
export function MerchantField({ value, onChange, hint }: MerchantFieldProps) {
  const text = useText(ACCOUNTS_TEXT);
  const merchants = useMerchants();
  const nameOf = (merchantId: string) => merchants.find((each) => each.merchantId === merchantId)?.name;
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const settle = (typed: string) => {
    const wanted = typed.trim();
    const named = merchants.find(({ name, merchantId }) => name === wanted || merchantId === wanted);
    const merchantId = named?.merchantId ?? wanted;
    setDraft(merchantId);
    if (merchantId !== value) onChange(merchantId);
  };
  return (
    <FormField label={text.merchant} description={hint} constraintText={nameOf(value)}>
      <Autosuggest
        value={draft}
        onChange={({ detail }) => {
          setDraft(detail.value);
          if (detail.value === '') settle('');
        }}
        onSelect={({ detail }) => settle(detail.value)}
        onBlur={() => settle(draft)}
        onKeyDown={({ detail }) => detail.key === 'Enter' && settle(draft)}
        options={merchants.map(({ merchantId, name }) => ({ value: merchantId, label: name, description: merchantId }))}
        enteredTextLabel={(typed) => text.asTyped(typed)}
        placeholder={text.allMerchants}
        empty={text.noMerchant}
        ariaLabel={text.merchant}
        expandToViewport
      />
    </FormField>
  );
}
