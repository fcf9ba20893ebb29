import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import { EXCEPTION_KINDS } from '../../../../functions/payments/exceptions/exception.ts';
import { AnySelect } from '../../components/any-select.tsx';
import { Page } from '../../components/page.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { EmptyState } from '../../components/states.tsx';
import { capital } from '../../i18n/format.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { ScannedList } from '../../lists/scanned-list.tsx';
import { useList } from '../../lists/use-list.ts';
import { FilterBar } from '../../period/filter-bar.tsx';
import { useFilter } from '../../period/use-filter.ts';
import { timelineWords } from '../../transactions/timeline/words.ts';
import type { ListedException } from './exception-cells.tsx';
import { useExceptionColumns } from './exceptions-columns.tsx';
import { exceptionWords } from './words.ts';

const ExceptionModal = lazy(async () => ({ default: (await import('./exception-modal.tsx')).ExceptionModal }));

/** What a person must review: the open exceptions, to be noted about and closed, and those that were closed. */
export function ExceptionsPage() {
  const text = useWords(exceptionWords);
  const words = useWords(timelineWords);
  const format = useFormat();
  const filter = useFilter();
  const { query, choose } = filter;
  const state = query.get('state') === 'closed' ? 'closed' : 'open';
  const kind = EXCEPTION_KINDS.find((each) => each === query.get('kind'));
  const filtered = { ...filter.days, ...filter.merchant, ...(kind && { kind }) };
  const list = useList('POST /me/exceptions/search', { ...filtered, state }, { minRows: 1 });
  const [acting, act] = useState<{ exception: ListedException; by: 'note' | 'close' }>();
  const columns = useExceptionColumns(state, {
    onNote: (exception) => act({ exception, by: 'note' }),
    onClose: (exception) => act({ exception, by: 'close' }),
  });
  const { scanned, until, isComplete } = list;
  const none = Object.keys(filtered).length > 0 ? text.noneFiltered : text.none[state];
  const close = () => act(undefined);
  const done = () => {
    close();
    list.reload();
  };
  return (
    <Page title={text.title} description={text.describe} actions={<RefreshButton of={list} />}>
      <SpaceBetween size="l">
        <FilterBar filter={filter} label={text.periodOf[state]}>
          <AnySelect
            label={text.kind}
            value={kind ?? ''}
            any={text.anyKind}
            values={EXCEPTION_KINDS}
            labelOf={(value) => capital(words.kind[value])}
            onChange={(value) => choose({ kind: value })}
          />
        </FilterBar>
        <ScannedList
          list={list}
          title={text.list[state]}
          description={text.listHint[state]}
          trackBy={({ transactionId, exceptionId }) => `${transactionId} ${exceptionId}`}
          columnDefinitions={columns}
          filter={
            <SegmentedControl
              label={text.states}
              selectedId={state}
              options={(['open', 'closed'] as const).map((id) => ({ id, text: text.state[id] }))}
              onChange={({ detail }) => choose({ state: detail.selectedId === 'open' ? '' : detail.selectedId })}
            />
          }
          empty={<EmptyState title={isComplete ? none : text.noneYet} />}
          progress={isComplete || until === null ? undefined : text.scanned(format.count(scanned), format.time(until))}
        />
      </SpaceBetween>
      <Suspense>{acting && <ExceptionModal {...acting} onClose={close} onDone={done} />}</Suspense>
    </Page>
  );
}
