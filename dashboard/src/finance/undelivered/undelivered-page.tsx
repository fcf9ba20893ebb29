import SpaceBetween from '@cloudscape-design/components/space-between';
import { UNDELIVERED_STATES } from '../../../../functions/webhooks/undelivered.ts';
import { AnySelect } from '../../components/any-select.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { Loading } from '../../components/states.tsx';
import { useWords } from '../../i18n/language.ts';
import { useList } from '../../lists/use-list.ts';
import { FilterBar } from '../../period/filter-bar.tsx';
import { useFilter } from '../../period/use-filter.ts';
import { UndeliveredFigures } from './undelivered-figures.tsx';
import { UndeliveredList } from './undelivered-list.tsx';
import { undeliveredWords } from './words.ts';

/** The undelivered events, the oldest first, with their euros. */
export function UndeliveredPage() {
  const text = useWords(undeliveredWords);
  const filter = useFilter();
  const state = UNDELIVERED_STATES.find((each) => each === filter.query.get('state'));
  const input = { ...filter.days, ...filter.merchant, ...(state && { state }) };
  const list = useList('POST /me/undelivered/search', input, { minRows: Infinity });
  return (
    <Page title={text.title} description={text.describe} actions={<RefreshButton of={list} />}>
      <SpaceBetween size="l">
        <FilterBar filter={filter}>
          <AnySelect
            label={text.why}
            value={state ?? ''}
            any={text.anyReason}
            values={UNDELIVERED_STATES}
            labelOf={(value) => text.reason[value]}
            onChange={(value) => filter.choose({ state: value })}
          />
        </FilterBar>
        <Loading of={list}>
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
                isFiltered={Object.keys(input).length > 0}
              />
            </SpaceBetween>
          )}
        </Loading>
      </SpaceBetween>
    </Page>
  );
}
