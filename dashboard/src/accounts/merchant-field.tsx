import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import { useEffect, useRef, useState } from 'react';
import { visibleText } from '../i18n/format.ts';
import { useWords } from '../i18n/language.ts';
import { accountTitle } from './account-title.ts';
import { matchOf } from './merchant-match.ts';
import { merchantNameWords } from './merchant-name-words.ts';
import { loadMerchants, reloadMerchants, useMerchants } from './merchants.tsx';

interface MerchantFieldProps {
  /** The merchant's id; empty for all. */
  value: string;
  onChange: (merchantId: string) => void;
  hint?: string;
}

/**
 * For staff: one merchant, by name or id, or all of them. The text is applied on Enter or when the field loses focus,
 * and only if it matches a merchant. Otherwise the field shows why not and the previous choice stays.
 */
export function MerchantField({ value, onChange, hint }: MerchantFieldProps) {
  const text = useWords(merchantNameWords);
  const merchants = useMerchants();
  const chosen = merchants.find(({ merchantId }) => merchantId === value);
  const [draft, setDraft] = useState(value);
  const [problem, setProblem] = useState<string>();
  const isSelecting = useRef(false);
  useEffect(() => setDraft(value), [value]);
  const accept = (merchantId: string): true => {
    setProblem(undefined);
    setDraft(merchantId);
    if (merchantId !== value) onChange(merchantId);
    return true;
  };
  /** Whether the text means a merchant. */
  const settle = async (typed: string): Promise<boolean> => {
    if (typed.trim() === value) return accept(value);
    let match = matchOf(typed, await loadMerchants());
    // It may have signed up since the list was loaded.
    if (match.kind === 'none') match = matchOf(typed, await reloadMerchants());
    if (match.kind === 'one') return accept(match.merchantId);
    setProblem((match.kind === 'none' ? text.matchNone : text.matchSeveral)(visibleText(typed.trim())));
    return false;
  };
  const leave = async () => {
    // The field shows the page's merchant again.
    if (!(await settle(draft))) setDraft(value);
  };
  return (
    <FormField
      label={text.merchant}
      description={hint}
      constraintText={chosen && accountTitle(chosen)}
      errorText={problem}
    >
      <Autosuggest
        value={draft}
        invalid={problem !== undefined}
        onChange={({ detail }) => {
          setProblem(undefined);
          setDraft(detail.value);
          if (detail.value === '') accept('');
        }}
        onSelect={({ detail: { value: typed, selectedOption } }) => {
          isSelecting.current = true;
          queueMicrotask(() => {
            isSelecting.current = false;
          });
          if (selectedOption) accept(selectedOption.value ?? '');
          else void settle(typed);
        }}
        onBlur={() => void leave()}
        // With the list open, Enter is a selection too, and comes here after it.
        onKeyDown={({ detail }) => detail.key === 'Enter' && !isSelecting.current && void settle(draft)}
        options={merchants.map((account) => ({
          value: account.merchantId,
          label: accountTitle(account),
          description: account.merchantId,
          filteringTags: [account.name],
        }))}
        hideEnteredTextOption
        enteredTextLabel={(typed) => typed}
        filteringResultsText={(count) => (count === 0 ? text.noMerchant : '')}
        placeholder={text.allMerchants}
        empty={text.noMerchant}
        ariaLabel={text.merchant}
        expandToViewport
      />
    </FormField>
  );
}
