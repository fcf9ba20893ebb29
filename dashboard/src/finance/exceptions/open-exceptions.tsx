import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { ExceptionsReport } from '../../../../functions/dashboard/finance/exceptions.ts';
import type { Answer } from '../../api/client.ts';
import { useQuery } from '../../components/inner-links.ts';
import { useNarrow } from '../../components/sizes.ts';
import { EmptyState, isAnswered, Loading } from '../../components/states.tsx';
import { useText } from '../../i18n/language.ts';
import { ListTable } from '../../lists/list-table.tsx';
import type { Paged } from '../../lists/use-pages.ts';
import { financeQueryOf, isFiltered } from '../finance-query.ts';
import type { ListedException } from './exception-cells.tsx';
import { addExceptions } from './exception-sums.ts';
import { useExceptionColumns } from './exceptions-columns.tsx';
import { ExceptionsSummary } from './exceptions-summary.tsx';
import { KindSelect } from './kind-select.tsx';

const AssignModal = lazy(async () => ({ default: (await import('./exception-modals.tsx')).AssignModal }));
const CloseModal = lazy(async () => ({ default: (await import('./exception-modals.tsx')).CloseModal }));

export interface ListProps {
  list: Paged<Answer<'POST /finance/exceptions/search'>>;
  /** Empty: any. */
  kind: string;
  onKind: (kind: string) => void;
}

interface OpenExceptionsProps extends ListProps {
  summary: Paged<ExceptionsReport>;
}

/** What is open: how much, by kind, and one by one, to be given to someone and closed. */
export function OpenExceptions({ summary, onKind, ...rest }: OpenExceptionsProps) {
  const text = useText('exceptions');
  const { pages, isLoading, reload, more } = summary;
  const sums = useMemo(() => pages.reduce<ExceptionsReport | undefined>(addExceptions, undefined), [pages]);
  const show = (kind: string) => {
    onKind(kind);
    document.getElementById('open')?.scrollIntoView({ behavior: 'smooth' });
  };
  return (
    <SpaceBetween size="l">
      <Loading of={{ ...summary, data: sums }} loadingText={text.loading}>
        {(received) => <ExceptionsSummary {...received} isLoading={isLoading} onMore={more} onKind={show} />}
      </Loading>
      {isAnswered({ data: sums, error: summary.error }) && <OpenList {...rest} onKind={onKind} onChanged={reload} />}
    </SpaceBetween>
  );
}

function OpenList({ list, kind, onKind, onChanged }: ListProps & { onChanged: () => void }) {
  const text = useText('exceptions');
  const isNarrow = useNarrow();
  const { pages, isLoading, reload, more } = list;
  const [query] = useQuery();
  const none = isFiltered(financeQueryOf(query)) ? text.noneFiltered : text.none;
  const [assigning, setAssigning] = useState<ListedException>();
  const [closing, setClosing] = useState<ListedException>();
  const columns = useExceptionColumns(isNarrow, { onAssign: setAssigning, onClose: setClosing });
  const rows = pages.flatMap(({ exceptions }) => exceptions).filter((each) => kind === '' || each.kind === kind);
  const isComplete = pages.at(-1)?.isComplete === true;
  const close = () => {
    setAssigning(undefined);
    setClosing(undefined);
  };
  const done = () => {
    close();
    reload();
    onChanged();
  };
  return (
    <div id="open">
      <ListTable
        of={list}
        rows={rows}
        title={text.list}
        description={text.listHint}
        trackBy={({ transactionId, exceptionId }) => `${transactionId} ${exceptionId}`}
        loadingText={text.loading}
        columnDefinitions={columns}
        ariaLabels={{ tableLabel: text.listCaption }}
        filter={<KindSelect kind={kind} onKind={onKind} />}
        empty={<EmptyState title={kind === '' ? none : text.noneOfKind} />}
        footer={
          isComplete ? undefined : (
            <Button loading={isLoading} onClick={more}>
              {text.more}
            </Button>
          )
        }
      />
      <Suspense>
        {assigning && <AssignModal exception={assigning} onClose={close} onDone={done} />}
        {closing && <CloseModal exception={closing} onClose={close} onDone={done} />}
      </Suspense>
    </div>
  );
}
