import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { StaffMerchantField } from '../../accounts/staff-merchant-field.tsx';
import { useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import type { PeriodProblem } from '../../period/days.ts';
import { PeriodField } from '../../period/period-field.tsx';
import { FIND_BY, type FindBy, filterCount, isByPeriod, type Search } from './search.ts';
import { listWords } from './words.ts';

// Most lists are used without a filter.
const ListFilter = lazy(async () => ({ default: (await import('./list-filter.tsx')).ListFilter }));

interface FiltersProps {
  search: Search;
  onSearch: (search: Search) => void;
}

interface SearchFormProps extends FiltersProps {
  addressProblem: PeriodProblem | undefined;
}

/** The search. A choice applies immediately, typed text on Enter or with the button. */
export function SearchForm({ search, onSearch, addressProblem }: SearchFormProps) {
  const words = useWords(transactionWords);
  const text = useWords(listWords);
  const [draft, setDraft] = useState(search);
  useEffect(() => setDraft(search), [search]);
  const by = FIND_BY.map((value) => ({ value, label: words.find[value] }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(draft);
  };
  const chooseBy = (next: FindBy) => {
    const changed = { ...draft, by: next };
    setDraft(changed);
    // A search by id needs the id first.
    if (isByPeriod(changed) || draft.text !== '') onSearch(changed);
  };
  return (
    <search>
      <SpaceBetween size="s">
        <form onSubmit={submit}>
          <SpaceBetween size="s">
            <ColumnLayout columns={4} minColumnWidth={170}>
              <FormField label={text.find}>
                <Select
                  selectedOption={by.find(({ value }) => value === draft.by) ?? null}
                  options={by}
                  onChange={({ detail }) => chooseBy(detail.selectedOption.value as FindBy)}
                />
              </FormField>
              {isByPeriod(draft) ? (
                <PeriodField
                  days={draft}
                  onChange={(days) => onSearch({ ...draft, ...days })}
                  addressProblem={addressProblem}
                />
              ) : (
                <IdField draft={draft} onType={(typed) => setDraft({ ...draft, text: typed })} />
              )}
              <StaffMerchantField
                value={draft.merchantId}
                onChange={(merchantId) => onSearch({ ...draft, merchantId })}
              />
            </ColumnLayout>
            {!isByPeriod(draft) && (
              <Button variant="primary" formAction="submit" iconName="search">
                {text.search}
              </Button>
            )}
          </SpaceBetween>
        </form>
        <Filters search={search} onSearch={(filtered) => onSearch({ ...filtered, by: draft.by, text: draft.text })} />
      </SpaceBetween>
    </search>
  );
}

/** Folded up while there are none. Outside of the form: the buttons in it are not to submit that. */
function Filters({ search, onSearch }: FiltersProps) {
  const text = useWords(listWords);
  const count = filterCount(search);
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <ExpandableSection
      headerText={text.filtersOn(count)}
      expanded={isOpen}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      {isOpen && (
        <Suspense>
          <ListFilter search={search} onSearch={onSearch} />
        </Suspense>
      )}
    </ExpandableSection>
  );
}

function IdField({ draft, onType }: { draft: Search; onType: (text: string) => void }) {
  const words = useWords(transactionWords);
  const text = useWords(listWords);
  return (
    <FormField label={words.find[draft.by]}>
      <Input
        value={draft.text}
        onChange={({ detail }) => onType(detail.value)}
        placeholder={text.placeholder[draft.by as keyof typeof text.placeholder]}
        inputMode="search"
        autoComplete={false}
        spellcheck={false}
      />
    </FormField>
  );
}
