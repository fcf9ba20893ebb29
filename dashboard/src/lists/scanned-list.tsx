import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { ReactNode } from 'react';
import { ErrorState } from '../components/states.tsx';
import { useFormat, useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';
import type { Scanned } from './use-list.ts';

type List<Row> = Pick<
  Scanned<Row>,
  'rows' | 'isComplete' | 'merchants' | 'data' | 'isLoading' | 'error' | 'retry' | 'more' | 'stop'
>;

/** A list of rows that are all there. */
export function wholeList<Row>(rows: readonly Row[]): List<Row> {
  const nothing = () => undefined;
  const none = { isLoading: false, error: undefined, merchants: null, retry: nothing, more: nothing, stop: nothing };
  return { ...none, rows, data: rows, isComplete: true };
}

interface ListEndProps {
  list: List<unknown>;
  /** How far the list was scanned; undefined where that means nothing. */
  progress?: string | undefined;
}

interface ScannedListProps<Row>
  extends Omit<TableProps<Row>, 'items' | 'loading' | 'empty' | 'header' | 'footer' | 'wrapLines' | 'ariaLabels'>,
    Omit<ListEndProps, 'list'> {
  list: List<Row>;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Shown when no rows were found so far. */
  empty: ReactNode;
  wrapLines?: boolean;
}

/**
 * `Loading` for a list that is scanned page by page: a table with the number of rows so far beside its title, and below
 * it how far it was scanned and the button that scans on.
 */
export function ScannedList<Row>(props: ScannedListProps<Row>) {
  const { list, title, description, actions, empty, progress, ...table } = props;
  const format = useFormat();
  const { stale, loading } = useWords(commonWords);
  const { rows, isComplete, error, retry } = list;
  const isNothing = rows.length === 0;
  const isFailed = error !== undefined && isNothing;
  const isCounted = list.data !== undefined && !isFailed;
  const hasEnd = !isComplete || (!isNothing && progress !== undefined);
  return (
    <SpaceBetween size="s">
      {error && !isNothing && <ErrorState error={error} onRetry={retry} note={stale} />}
      <Table
        wrapLines
        loadingText={loading}
        {...table}
        items={rows}
        loading={list.isLoading && isNothing}
        enableKeyboardNavigation
        ariaLabels={{ tableLabel: title }}
        header={
          <Header
            counter={isCounted ? `(${format.count(rows.length)}${isComplete ? '' : '+'})` : undefined}
            description={description}
            actions={actions}
          >
            {title}
          </Header>
        }
        empty={isFailed ? <ErrorState error={error} onRetry={retry} /> : empty}
        footer={isCounted && hasEnd && <ListEnd list={list} progress={progress} />}
      />
    </SpaceBetween>
  );
}

function ListEnd({ list: { isComplete, merchants, isLoading, error, more, stop }, progress }: ListEndProps) {
  const text = useWords(commonWords);
  const format = useFormat();
  return (
    <Box textAlign="center">
      <SpaceBetween size="xs">
        <LiveRegion tagName="div">
          {progress && <Box color="text-body-secondary">{progress}</Box>}
          {merchants && (
            <Box color="text-body-secondary">
              {text.merchantsScanned(format.count(merchants.scanned), format.count(merchants.of))}
            </Box>
          )}
        </LiveRegion>
        {!isComplete && !error && (
          <div>
            <Button loading={isLoading} onClick={more}>
              {text.loadMore}
            </Button>
            {isLoading && ' '}
            {isLoading && <Button onClick={stop}>{text.stop}</Button>}
          </div>
        )}
      </SpaceBetween>
    </Box>
  );
}
