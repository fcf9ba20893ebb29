import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo } from 'react';
import type { UnnotifiedLine } from '../../../../functions/finance/unnotified/unnotified-rule.ts';
import type { Answer, Input } from '../../api/client.ts';
import { useQuery } from '../../components/inner-links.ts';
import { Page } from '../../components/page.tsx';
import { isAnswered, Loading } from '../../components/states.tsx';
import { useText } from '../../i18n/language.ts';
import { type Paged, usePages } from '../../lists/use-pages.ts';
import { FinanceFilter } from '../finance-filter.tsx';
import { financeInputOf, financeQueryOf, isFiltered, withFinanceQuery, withValue } from '../finance-query.ts';
import { UndeliveredList } from './undelivered-list.tsx';
import { UnnotifiedFigures } from './unnotified-figures.tsx';
import { UnnotifiedLines } from './unnotified-lines.tsx';
import { addUnnotified, type UnnotifiedSums } from './unnotified-sums.ts';

/** "Paid, not notified": the figures, their breakdown, and the list of events. */
export function UnnotifiedPage() {
  const text = useText('unnotified');
  const [query, change] = useQuery();
  const filter = financeQueryOf(query);
  const input = financeInputOf(filter);
  const [sums, paged] = useUnnotified(input);
  const { isLoading, error, reload, more, stop } = paged;
  const setList = (event: string, why: string) =>
    change(withValue(new URLSearchParams(withValue(query, 'event', event)), 'why', why));
  const show = ({ event, why }: UnnotifiedLine) => {
    setList(event, why);
    document.getElementById('list')?.scrollIntoView({ behavior: 'smooth' });
  };
  return (
    <Page
      title={text.title}
      description={text.describe}
      actions={<Button iconName="refresh" ariaLabel={text.refresh} onClick={reload} loading={isLoading} />}
    >
      <SpaceBetween size="l">
        <FinanceFilter query={filter} onChange={(next) => change(withFinanceQuery(query, next))} />
        <Loading of={{ ...paged, data: sums }} loadingText={text.loading}>
          {(received) => (
            <SpaceBetween size="l">
              <UnnotifiedFigures
                sums={received}
                isSure={error === undefined}
                isFiltered={isFiltered(filter)}
                isLoading={isLoading}
                onMore={more}
                onStop={stop}
              />
              {received.lines.length > 0 && (
                <UnnotifiedLines lines={received.lines} isComplete={received.isComplete} onShow={show} />
              )}
            </SpaceBetween>
          )}
        </Loading>
        {isAnswered({ data: sums, error }) && (
          <UndeliveredList
            input={input}
            event={query.get('event') ?? ''}
            why={query.get('why') ?? ''}
            onFilter={setList}
            onChanged={reload}
          />
        )}
      </SpaceBetween>
    </Page>
  );
}

// 2,000 events each: usually all events are summed without Load more.
const MAX_PAGES = 10;

/** The figures of the pages so far, added up as they come, and the way on. */
function useUnnotified(
  input: Input<'POST /finance/unnotified'>,
): [UnnotifiedSums | undefined, Paged<Answer<'POST /finance/unnotified'>>] {
  const paged = usePages('POST /finance/unnotified', input, { isEnough: () => false, maxPages: MAX_PAGES });
  const { pages } = paged;
  const sums = useMemo(() => pages.reduce<UnnotifiedSums | undefined>(addUnnotified, undefined), [pages]);
  return [sums, paged];
}
