import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import type { TransactionDetail } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { ShortId } from '../../components/copy-button.tsx';
import { useWords } from '../../i18n/language.ts';
import { type Column, useColumns } from '../../lists/columns.tsx';
import { useStateStack, useTransactionColumns } from '../list/transaction-columns.tsx';
import { detailWords } from './words.ts';

/** Other transactions of the same order; nothing where there are none. */
export function Siblings({
  siblings,
  siblingsAreComplete,
}: Pick<TransactionDetail, 'siblings' | 'siblingsAreComplete'>) {
  const text = useWords(detailWords);
  const { amount, status, method, delivery, created, paid } = useTransactionColumns();
  // They share the order; what tells them apart is their own id.
  const id: Column<TransactionRow> = {
    header: text.transactionId,
    isRowHeader: true,
    cell: ({ transactionId }) => <ShortId transactionId={transactionId} />,
  };
  const columns = useColumns({ id, amount, status, method, delivery, created, paid }, ['id', useStateStack()]);
  if (siblings.length === 0) return null;
  return (
    <Table
      items={siblings}
      trackBy="transactionId"
      wrapLines
      enableKeyboardNavigation
      columnDefinitions={columns}
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
