import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { UNDELIVERED_STATES } from '../../../../functions/webhooks/undelivered.ts';
import { useQuery } from '../../components/inner-links.ts';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loading } from '../../components/states.tsx';
import { useWords } from '../../i18n/language.ts';
import { useList } from '../../lists/use-list.ts';
import { FinanceFilter } from '../finance-filter.tsx';
import { financeInputOf, financeQueryOf, isFiltered, withFinanceQuery, withValue } from '../finance-query.ts';
import { UndeliveredFigures } from './undelivered-figures.tsx';
import { UndeliveredList } from './undelivered-list.tsx';
import { undeliveredWords } from './words.ts';

/** The undelivered events, the oldest first, with their euros. */
export function UndeliveredPage() {
  const text = useWords(undeliveredWords);
  const [query, change] = useQuery();
  const filter = financeQueryOf(query);
  const state = UNDELIVERED_STATES.find((each) => each === query.get('state'));
  const input = { ...financeInputOf(filter), ...(state && { state }) };
  const list = useList('POST /me/undelivered/search', input, { minRows: Infinity });
  return (
    <Page
      title={text.title}
      description={text.describe}
      actions={<Button iconName="refresh" ariaLabel={text.refresh} onClick={list.reload} loading={list.isLoading} />}
    >
      <SpaceBetween size="l">
        <FinanceFilter query={filter} onChange={(next) => change(withFinanceQuery(query, next))} />
        <Loading of={list} loadingText={text.listLoading}>
          {() => (
            <SpaceBetween size="l">
              {list.rows.length > 0 && (
                <Panel title={text.figures}>
                  <UndeliveredFigures events={list.rows} isComplete={list.isComplete} />
                </Panel>
              )}
              <UndeliveredList
                key={JSON.stringify(input)}
                input={input}
                list={list}
                state={state ?? ''}
                onState={(next) => change(withValue(query, 'state', next))}
                isFiltered={isFiltered(filter) || state !== undefined}
              />
            </SpaceBetween>
          )}
        </Loading>
      </SpaceBetween>
    </Page>
  );
}
