import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { ReactNode } from 'react';
import { ErrorState } from '../components/states.tsx';
import { useFormat, useText } from '../i18n/language.ts';
import type { Paged } from './use-pages.ts';

interface ListTableProps<Row>
  extends Omit<TableProps<Row>, 'items' | 'loading' | 'empty' | 'header' | 'wrapLines' | 'enableKeyboardNavigation'> {
  of: Paged<{ cursor: string | null }>;
  /** Those of the pages so far that are to be shown. */
  rows: readonly Row[];
  /** There are no others. Without it, as the last page says. */
  isComplete?: boolean;
  title: string;
  description?: string;
  actions?: ReactNode;
  /** Shown when the pages so far hold no rows. */
  empty: ReactNode;
  wrapLines?: boolean;
}

/** `Loading` for a list that loads page by page: a table with the number of received rows beside its title. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const {
    of,
    rows,
    isComplete = of.pages.at(-1)?.cursor === null,
    title,
    description,
    actions,
    empty,
    footer,
    wrapLines = true,
    ...table
  } = props;
  const format = useFormat();
  const { stale } = useText('common');
  const isNothing = rows.length === 0;
  const isFailed = of.error !== undefined && isNothing;
  const isCounted = of.data !== undefined && !isFailed;
  return (
    <SpaceBetween size="s">
      {of.error && !isNothing && <ErrorState error={of.error} onRetry={of.retry} note={stale} />}
      <Table
        {...table}
        items={rows}
        loading={of.isLoading && isNothing}
        wrapLines={wrapLines}
        enableKeyboardNavigation
        header={
          <Header
            counter={isCounted ? `(${format.count(rows.length)}${isComplete ? '' : '+'})` : undefined}
            description={description}
            actions={actions}
          >
            {title}
          </Header>
        }
        empty={isFailed && of.error ? <ErrorState error={of.error} onRetry={of.retry} /> : empty}
        footer={isCounted && footer}
      />
    </SpaceBetween>
  );
}
