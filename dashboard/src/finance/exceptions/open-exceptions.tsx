import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { ExceptionsReport } from '../../../../functions/dashboard/finance/exceptions.ts';
import { useQuery } from '../../components/inner-links.ts';
import { EmptyState, isAnswered, Loading } from '../../components/states.tsx';
import { ScannedList } from '../../lists/scanned-list.tsx';
import type { Scanned } from '../../lists/use-list.ts';
import type { Paged } from '../../lists/use-pages.ts';
import { financeQueryOf, isFiltered } from '../finance-query.ts';
import type { ListedException } from './exception-cells.tsx';
import { addExceptions } from './exception-sums.ts';
import { useExceptionTexts } from './exception-texts.ts';
import { useExceptionColumns } from './exceptions-columns.tsx';
import { ExceptionsSummary } from './exceptions-summary.tsx';
import { KindSelect } from './kind-select.tsx';

const AssignModal = lazy(async () => ({ default: (await import('./exception-modals.tsx')).AssignModal }));
const CloseModal = lazy(async () => ({ default: (await import('./exception-modals.tsx')).CloseModal }));

export interface ListProps {
  list: Scanned<ListedException>;
  /** Empty: any. */
  kind: string;
  onKind: (kind: string) => void;
}

interface OpenExceptionsProps extends ListProps {
  summary: Paged<ExceptionsReport>;
}

/** What is open: how much, by kind, and one by one, to be given to someone and closed. */
export function OpenExceptions({ summary, onKind, ...rest }: OpenExceptionsProps) {
  const text = useExceptionTexts().exceptions;
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
  const text = useExceptionTexts().exceptions;
  const [query] = useQuery();
  const none = isFiltered(financeQueryOf(query)) ? text.noneFiltered : text.none;
  const [assigning, setAssigning] = useState<ListedException>();
  const [closing, setClosing] = useState<ListedException>();
  const columns = useExceptionColumns({ onAssign: setAssigning, onClose: setClosing });
  const rows = list.rows.filter((each) => kind === '' || each.kind === kind);
  const close = () => {
    setAssigning(undefined);
    setClosing(undefined);
  };
  const done = () => {
    close();
    list.reload();
    onChanged();
  };
  return (
    <div id="open">
      <ScannedList
        list={{ ...list, rows }}
        title={text.list}
        description={text.listHint}
        trackBy={({ transactionId, exceptionId }) => `${transactionId} ${exceptionId}`}
        loadingText={text.loading}
        columnDefinitions={columns}
        caption={text.listCaption}
        filter={<KindSelect kind={kind} onKind={onKind} />}
        empty={<EmptyState title={kind === '' ? none : text.noneOfKind} />}
      />
      <Suspense>
        {assigning && <AssignModal exception={assigning} onClose={close} onDone={done} />}
        {closing && <CloseModal exception={closing} onClose={close} onDone={done} />}
      </Suspense>
    </div>
  );
}
