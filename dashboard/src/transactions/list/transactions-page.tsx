import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { serviceNow } from '../../api/service-time.ts';
import { Page } from '../../components/page.tsx';
import { useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { useList } from '../../lists/use-list.ts';
import { daysIn, type PeriodProblem, today } from '../../period/days.ts';
import { useAddressProblem } from '../../period/use-address-problem.ts';
import { storeList } from './last-list.ts';
import { exactHit, inputOf, isByPeriod, periodOf, queryOf, type Search, searchOf } from './search.ts';
import { SearchForm } from './search-form.tsx';
import type { TransactionList } from './transaction-list.ts';
import { TransactionTable } from './transaction-table.tsx';
import { listWords } from './words.ts';

const TransactionsExport = lazy(async () => ({
  default: (await import('../export/transactions-export.tsx')).TransactionsExport,
}));

/** The list of transactions. The URL contains the search, so that it can be shared. */
export function TransactionsPage() {
  const [search, addressProblem] = useAddressedSearch();
  useEffect(() => storeList(`/transactions?${queryOf(search)}`), [search]);
  const text = useWords(listWords);
  const words = useWords(transactionWords);
  const [, navigate] = useLocation();
  const onSearch = useCallback((next: Search) => navigate(`/transactions?${queryOf(next)}`), [navigate]);
  const [isExporting, setExporting] = useState(false);
  const input = inputOf(search);
  // Filters that let little through: on, until there is something to see.
  const list = useList('POST /transactions/search', input ?? null, { isRemembered: true, minRows: 1 });
  useOpenHit(search, list);
  const canExport = periodOf(search) !== undefined;
  return (
    <Page
      title={text.title}
      description={`${text.describe} ${words.lisbon}`}
      actions={
        <Button
          iconName="download"
          onClick={() => setExporting(true)}
          disabled={!canExport}
          disabledReason={text.exportNeedsPeriod}
        >
          {text.exportCsv}
        </Button>
      }
    >
      <SpaceBetween size="l">
        <Container>
          <SearchForm search={search} onSearch={onSearch} addressProblem={addressProblem} />
        </Container>
        <TransactionTable search={search} list={list} isAsked={input !== undefined} onSearch={onSearch} />
      </SpaceBetween>
      {isExporting && (
        <Suspense>
          <TransactionsExport search={search} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </Page>
  );
}

/** Who comes from the search in the header goes on to the one transaction that was meant. */
function useOpenHit(search: Search, { rows, isComplete, isLoading, error }: TransactionList): void {
  const [, navigate] = useLocation();
  const opensHit = useHistoryState<{ opensHit?: boolean } | null>()?.opensHit === true;
  const isFound = opensHit && isComplete && !isLoading && error === undefined;
  const hit = isFound ? exactHit(search, rows) : undefined;
  useEffect(() => {
    if (hit !== undefined) navigate(`/transactions/${encodeURIComponent(hit)}`, { replace: true });
  }, [hit, navigate]);
}

/** The search, and what is wrong with the period in the address. Other parameters do not make it another search. */
function useAddressedSearch(): [Search, PeriodProblem | undefined] {
  const query = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const address = queryOf(searchOf(query, serviceNow()));
  const search = useMemo(() => searchOf(new URLSearchParams(address), serviceNow()), [address]);
  const problem = isByPeriod(search) ? daysIn(query, today(serviceNow())).problem : undefined;
  const addressProblem = useAddressProblem(problem, address, () => {
    query.set('from', search.from);
    query.set('to', search.to);
    navigate(`/transactions?${query}`, { replace: true });
  });
  return [search, addressProblem];
}
