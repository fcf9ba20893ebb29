import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import { referenceAlone } from '../../../../functions/dashboard/transactions/reference-text.ts';
import { serviceNow } from '../../api/service-time.ts';
import { hrefOf } from '../../components/inner-links.ts';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { presetDays, presetOf, today } from '../../period/days.ts';
import { useMe } from '../../session/session-context.ts';
import { filterCount, isByPeriod, type Search, withoutFilters } from './search.ts';
import type { TransactionList } from './transaction-list.ts';
import { emptyListWords } from './words.ts';

interface ListEmptyProps {
  search: Search;
  list: TransactionList;
  isAsked: boolean;
  onSearch: (search: Search) => void;
}

/** Why a list is empty, and what helps. A module of its own: most lists are not. */
export function ListEmpty({ search, list, isAsked, onSearch }: ListEmptyProps) {
  const text = useWords(emptyListWords);
  const format = useFormat();
  if (!isAsked) return <EmptyState title={search.by === 'reference' ? text.askReference : text.askId} />;
  if (!list.data) return null;
  if (!list.isComplete) {
    const { until } = list;
    return <EmptyState title={text.noneTitle}>{until && text.noneSoFar(format.time(until))}</EmptyState>;
  }
  if (filterCount(search) > 0) {
    const clear = <Button onClick={() => onSearch(withoutFilters(search))}>{text.clear}</Button>;
    return (
      <EmptyState title={text.noneTitle} action={clear}>
        {text.noneWithFilters}
      </EmptyState>
    );
  }
  if (!isByPeriod(search)) {
    const none = text.noneOf[search.by as keyof typeof text.noneOf];
    const hint = search.by !== 'transaction' && referenceAlone(search.text) ? text.referenceHint : '';
    return (
      <EmptyState title={text.noneTitle}>
        {none} {hint}
      </EmptyState>
    );
  }
  return <NoneInPeriod search={search} onSearch={onSearch} />;
}

function NoneInPeriod({ search, onSearch }: Pick<ListEmptyProps, 'search' | 'onSearch'>) {
  const text = useWords(emptyListWords);
  const me = useMe();
  const now = today(serviceNow());
  const isLong = presetOf(search, now) === 'month';
  const longer: ReactNode = isLong ? undefined : (
    <Button onClick={() => onSearch({ ...search, ...presetDays('month', now) })}>{text.longer}</Button>
  );
  return (
    <EmptyState title={text.noneTitle} action={longer}>
      {text.noneInPeriod}
      {me.merchant && (
        <>
          <br />
          {text.firstSteps} <Link href={hrefOf('/settings/api-keys')}>{text.toApiKeys}</Link>
        </>
      )}
    </EmptyState>
  );
}
