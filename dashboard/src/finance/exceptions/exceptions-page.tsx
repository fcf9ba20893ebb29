import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { EXCEPTION_KINDS } from '../../../../functions/payments/exceptions/exception.ts';
import { useQuery } from '../../components/inner-links.ts';
import { Page } from '../../components/page.tsx';
import { useWords } from '../../i18n/language.ts';
import { useList } from '../../lists/use-list.ts';
import { FinanceFilter } from '../finance-filter.tsx';
import { financeInputOf, financeQueryOf, isFiltered, withFinanceQuery, withValue } from '../finance-query.ts';
import { ExceptionsList } from './exceptions-list.tsx';
import { exceptionWords } from './words.ts';

/** What a person must review: the open exceptions, and those that were closed. */
export function ExceptionsPage() {
  const text = useWords(exceptionWords);
  const [query, change] = useQuery();
  const filter = financeQueryOf(query);
  const input = financeInputOf(filter);
  const state = query.get('state') === 'closed' ? 'closed' : 'open';
  const kind = EXCEPTION_KINDS.find((each) => each === query.get('kind'));
  const list = useList('POST /me/exceptions/search', { ...input, state, ...(kind && { kind }) }, { minRows: 1 });
  const put = (name: string) => (value: string) => change(withValue(query, name, value));
  return (
    <Page
      title={text.title}
      description={text.describe}
      actions={<Button iconName="refresh" ariaLabel={text.refresh} onClick={list.reload} loading={list.isLoading} />}
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
              <ExceptionsList
                state={id}
                list={list}
                kind={kind ?? ''}
                onKind={put('kind')}
                isFiltered={isFiltered(filter)}
                onChanged={list.reload}
              />
            </SpaceBetween>
          ),
        }))}
      />
    </Page>
  );
}
