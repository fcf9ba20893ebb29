import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { lazy, Suspense } from 'react';
import { useQuery } from '../../components/inner-links.ts';
import { Page } from '../../components/page.tsx';
import { LoadingState } from '../../components/states.tsx';
import { useList } from '../../lists/use-list.ts';
import { usePages } from '../../lists/use-pages.ts';
import { FinanceFilter } from '../finance-filter.tsx';
import { financeInputOf, financeQueryOf, withFinanceQuery, withValue } from '../finance-query.ts';
import type { ListedException } from './exception-cells.tsx';
import { useExceptionTexts } from './exception-texts.ts';
import { OpenExceptions } from './open-exceptions.tsx';

const ClosedExceptions = lazy(async () => ({ default: (await import('./closed-exceptions.tsx')).ClosedExceptions }));

/** Money that does not fit: what is open, and what was closed with what came of it. */
export function ExceptionsPage() {
  const text = useExceptionTexts().exceptions;
  const [query, change] = useQuery();
  const filter = financeQueryOf(query);
  const input = financeInputOf(filter);
  const state = query.get('state') === 'closed' ? 'closed' : 'open';
  const kind = query.get('kind') ?? '';
  const outcome = query.get('outcome') ?? '';
  const isWanted = (each: ListedException) =>
    (kind === '' || each.kind === kind) && (state === 'open' || outcome === '' || each.closed?.outcome === outcome);
  const summary = usePages('POST /finance/exceptions/summary', state === 'open' ? input : null);
  const list = useList('POST /finance/exceptions/search', { ...input, state }, { minRows: 1, isWanted });
  const refresh = () => {
    summary.reload();
    list.reload();
  };
  const put = (name: string) => (value: string) => change(withValue(query, name, value));
  const content = {
    open: <OpenExceptions summary={summary} list={list} kind={kind} onKind={put('kind')} />,
    closed: (
      <Suspense fallback={<LoadingState text={text.loading} />}>
        <ClosedExceptions
          list={list}
          isWanted={isWanted}
          kind={kind}
          onKind={put('kind')}
          outcome={outcome}
          onOutcome={put('outcome')}
        />
      </Suspense>
    ),
  };
  return (
    <Page
      title={text.title}
      description={text.describe}
      actions={
        <Button
          iconName="refresh"
          ariaLabel={text.refresh}
          onClick={refresh}
          loading={summary.isLoading || list.isLoading}
        />
      }
    >
      <Tabs
        ariaLabel={text.states}
        activeTabId={state}
        onChange={({ detail }) => put('state')(detail.activeTabId === 'open' ? '' : detail.activeTabId)}
        tabs={(['open', 'closed'] as const).map((id) => ({
          id,
          label: text.state[id],
          content: id === state && (
            <SpaceBetween size="l">
              <FinanceFilter
                query={filter}
                onChange={(next) => change(withFinanceQuery(query, next))}
                label={text.periodOf[id]}
              />
              {content[id]}
            </SpaceBetween>
          ),
        }))}
      />
    </Page>
  );
}
