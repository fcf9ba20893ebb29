import FormField from '@cloudscape-design/components/form-field';
import PropertyFilter, { type PropertyFilterProps } from '@cloudscape-design/components/property-filter';
import { useMemo, useState } from 'react';
import { visibleText } from '../../i18n/format.ts';
import { useFormat, useLanguage, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { AmountBound } from './amount-bound.tsx';
import { type FilterProperty, type Refused, searchBy, tokensOf, unreadableBound } from './filter-tokens.ts';
import { amountTyped, DELIVERY_FILTERS, METHOD_FILTERS, queryOf, type Search, STATUS_FILTERS } from './search.ts';
import { listFilterWords } from './words.ts';

interface ListFilterProps {
  search: Search;
  onSearch: (search: Search) => void;
}

/** The filters of a list: status, method, delivery state and amount, each a token that can be edited and removed. */
export function ListFilter({ search, onSearch }: ListFilterProps) {
  const text = useWords(listFilterWords);
  const { properties, options } = useProperties();
  const [refused, setRefused] = useState<Refused>();
  const wrong = refused ?? unreadableBound(search);
  const change = ({ tokens }: PropertyFilterProps.Query) => {
    const next = searchBy(search, tokens);
    setRefused(next.refused);
    if (queryOf(next.search) !== queryOf(search)) onSearch(next.search);
  };
  return (
    <FormField
      stretch
      errorText={wrong && `${text.refused(visibleText(wrong.typed))} ${text.amountProblem[wrong.problem]}`}
    >
      <PropertyFilter
        query={{ operation: 'and', tokens: tokensOf(search) }}
        onChange={({ detail }) => change(detail)}
        filteringProperties={properties}
        filteringOptions={options}
        filteringAriaLabel={text.label}
        filteringPlaceholder={text.placeholder}
        filteringEmpty={text.nothing}
        disableFreeTextFiltering
        readOnlyOperations
        i18nStrings={{ editTokenHeader: text.edit, dismissAriaLabel: text.close }}
      />
    </FormField>
  );
}

function useProperties() {
  const text = useWords(listFilterWords);
  const words = useWords(transactionWords);
  const format = useFormat();
  const { locale } = useLanguage();
  return useMemo(() => {
    const either = new Intl.ListFormat(locale, { type: 'disjunction' });
    const listed = <Value extends string>(
      key: FilterProperty,
      [propertyLabel, groupValuesLabel]: [string, string],
      values: readonly Value[],
      names: Record<Value, string>,
    ) => {
      const joined = (chosen: readonly Value[]) => either.format(chosen.map((value) => names[value]));
      const operators = [{ operator: '=', tokenType: 'enum' as const, format: joined }];
      const property: PropertyFilterProps.FilteringProperty = { key, propertyLabel, groupValuesLabel, operators };
      const options = values.map(
        (value): PropertyFilterProps.FilteringOption => ({ propertyKey: key, value, label: names[value] }),
      );
      return { property, options };
    };
    const lists = [
      listed('status', [words.statusHeading, text.statuses], STATUS_FILTERS, words.status),
      listed('method', [words.methodHeading, text.methods], METHOD_FILTERS, words.method),
      listed('delivery', [words.deliveryHeading, text.deliveries], DELIVERY_FILTERS, words.delivery),
    ];
    const sum = (typed: string) => {
      const reading = amountTyped(typed);
      return reading.ok && reading.euros !== undefined ? format.euros(reading.euros) : visibleText(typed);
    };
    const amount: PropertyFilterProps.FilteringProperty = {
      key: 'amount' satisfies FilterProperty,
      propertyLabel: words.amount,
      groupValuesLabel: text.amounts,
      defaultOperator: '>=',
      operators: ['>=', '<='].map((operator) => ({ operator, form: AmountBound, format: sum })),
    };
    return {
      properties: [...lists.map(({ property }) => property), amount],
      options: lists.flatMap((list) => list.options),
    };
  }, [text, words, format, locale]);
}
