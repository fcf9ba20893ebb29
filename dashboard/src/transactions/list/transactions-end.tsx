import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import type { TransactionPage } from '../../../../functions/dashboard/transactions/transactions.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import type { Paged } from '../../lists/use-pages.ts';
import type { ListSumProps } from './list-sum.tsx';
import { filterCount, queryOf, type Search } from './search.ts';

const ListSum = lazy(async () => ({ default: (await import('./list-sum.tsx')).ListSum }));
const MerchantsScanned = lazy(async () => ({ default: (await import('./merchants-scanned.tsx')).MerchantsScanned }));

interface ListEndProps {
  search: Search;
  paged: Paged<TransactionPage>;
}

/** Below a list: how far it was scanned, and the button that loads more. */
export function ListEnd({ search, paged }: ListEndProps) {
  const text = useText('transactionList');
  const { pages, isLoading, error, more, stop } = paged;
  const progress = useProgress(search, pages);
  if (pages.length === 0) return null;
  const rows = pages.reduce((sum, page) => sum + page.transactions.length, 0);
  const merchants = pages.at(-1)?.merchants;
  return (
    <Box textAlign="center">
      <SpaceBetween size="xs">
        <LiveRegion tagName="div">
          <Box color="text-body-secondary">{progress}</Box>
          <Suspense>{merchants && <MerchantsScanned {...merchants} />}</Suspense>
        </LiveRegion>
        {pages.at(-1)?.cursor !== null && !error && (
          <div>
            <Button loading={isLoading} onClick={more}>
              {rows === 0 ? text.loadMore : text.more}
            </Button>
            {isLoading && ' '}
            {isLoading && <Button onClick={stop}>{text.stop}</Button>}
          </div>
        )}
        {rows > 0 && (
          <SumOnRequest
            key={queryOf(search)}
            search={search}
            rows={pages.flatMap(({ transactions }) => transactions)}
            isComplete={pages.at(-1)?.isComplete === true}
          />
        )}
      </SpaceBetween>
    </Box>
  );
}

/** The code of sums loads when one is wanted. */
function SumOnRequest(props: ListSumProps) {
  const text = useText('listSum');
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) return <Button onClick={() => setAsked(true)}>{text.button}</Button>;
  return (
    <Suspense fallback={<Button loading>{text.button}</Button>}>
      <ListSum {...props} />
    </Suspense>
  );
}

function useProgress(search: Search, pages: readonly TransactionPage[]): string {
  const text = useText('transactionList');
  const format = useFormat();
  const rows = pages.reduce((sum, page) => sum + page.transactions.length, 0);
  const scanned = format.count(pages.reduce((sum, page) => sum + page.scanned, 0));
  const last = pages.at(-1);
  if (!last) return '';
  if (last.isComplete) {
    if (rows === 0 && filterCount(search) === 0) return '';
    return filterCount(search) === 0
      ? text.results(format.count(rows))
      : text.resultsScanned(format.count(rows), scanned);
  }
  return last.scannedUntil === null
    ? text.partialUntimed(scanned)
    : text.partial(scanned, format.time(last.scannedUntil));
}
