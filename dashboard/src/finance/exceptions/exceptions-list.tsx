import '../../lists/cells.css';
import { lazy, Suspense, useState } from 'react';
import { EXCEPTION_KINDS } from '../../../../functions/payments/exceptions/exception.ts';
import { AnySelect } from '../../components/any-select.tsx';
import { EmptyState } from '../../components/states.tsx';
import { capital } from '../../i18n/format.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { ScannedList } from '../../lists/scanned-list.tsx';
import type { Scanned } from '../../lists/use-list.ts';
import { timelineWords } from '../../transactions/timeline/words.ts';
import type { ListedException } from './exception-cells.tsx';
import { useExceptionColumns } from './exceptions-columns.tsx';
import { exceptionWords } from './words.ts';

const NoteModal = lazy(async () => ({ default: (await import('./exception-modals.tsx')).NoteModal }));
const CloseModal = lazy(async () => ({ default: (await import('./exception-modals.tsx')).CloseModal }));

interface ExceptionsListProps {
  state: ListedException['state'];
  list: Scanned<ListedException>;
  /** Empty: any. */
  kind: string;
  onKind: (kind: string) => void;
  isFiltered: boolean;
  onChanged: () => void;
}

/** Open exceptions, to be noted about and closed, or closed ones. */
export function ExceptionsList({ state, list, kind, onKind, isFiltered, onChanged }: ExceptionsListProps) {
  const text = useWords(exceptionWords);
  const words = useWords(timelineWords);
  const format = useFormat();
  const [noting, setNoting] = useState<ListedException>();
  const [closing, setClosing] = useState<ListedException>();
  const columns = useExceptionColumns(state, { onNote: setNoting, onClose: setClosing });
  const close = () => {
    setNoting(undefined);
    setClosing(undefined);
  };
  const done = () => {
    close();
    onChanged();
  };
  const { scanned, until, isComplete } = list;
  const none = isFiltered || kind !== '' ? text.noneFiltered : text.none[state];
  return (
    <>
      <ScannedList
        list={list}
        title={text.list[state]}
        description={text.listHint[state]}
        trackBy={({ transactionId, exceptionId }) => `${transactionId} ${exceptionId}`}
        loadingText={text.loading}
        columnDefinitions={columns}
        caption={text.list[state]}
        filter={
          <div className="narrow-field">
            <AnySelect
              ariaLabel={text.kind}
              value={kind}
              any={text.anyKind}
              values={EXCEPTION_KINDS}
              labelOf={(value) => capital(words.kind[value])}
              onChange={onKind}
            />
          </div>
        }
        empty={<EmptyState title={isComplete ? none : text.noneYet} />}
        progress={isComplete || until === null ? undefined : text.scanned(format.count(scanned), format.time(until))}
      />
      <Suspense>
        {noting && <NoteModal exception={noting} onClose={close} onDone={done} />}
        {closing && <CloseModal exception={closing} onClose={close} onDone={done} />}
      </Suspense>
    </>
  );
}
