import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import type { TransactionDetail } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import { ShortId } from '../../components/copy-button.tsx';
import { useNarrow } from '../../components/sizes.ts';
import { useText } from '../../i18n/language.ts';
import { useColumns, useNarrowColumns } from '../list/transaction-columns.tsx';

/** Other transactions of the same order; nothing where there are none. */
export function Siblings({
  siblings,
  siblingsAreComplete,
}: Pick<TransactionDetail, 'siblings' | 'siblingsAreComplete'>) {
  const text = useText('transactionDetail');
  const columns = useColumns();
  const narrow = useNarrowColumns('created');
  const isNarrow = useNarrow();
  if (siblings.length === 0) return null;
  // They share the order; what tells them apart is their own id.
  const id = {
    ...columns.id,
    isRowHeader: true,
    header: text.transactionId,
    cell: ({ transactionId }: { transactionId: string }) => <ShortId transactionId={transactionId} />,
  };
  return (
    <Table
      items={siblings}
      trackBy="transactionId"
      wrapLines
      enableKeyboardNavigation
      columnDefinitions={
        isNarrow
          ? [{ ...narrow[0], ...id }, ...narrow.slice(1)]
          : [id, columns.amount, columns.status, columns.method, columns.delivery, columns.created, columns.paid]
      }
      ariaLabels={{ tableLabel: text.siblings }}
      header={
        <Header
          variant="h2"
          counter={`(${siblings.length}${siblingsAreComplete ? '' : '+'})`}
          description={text.siblingsHint}
        >
          {text.siblings}
        </Header>
      }
      footer={siblingsAreComplete ? undefined : <Box textAlign="center">{text.siblingsMore}</Box>}
    />
  );
}
