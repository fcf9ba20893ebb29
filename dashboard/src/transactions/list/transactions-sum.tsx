import { useMemo } from 'react';
import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { ListSum } from '../../lists/export/list-sum.tsx';
import { readTransactions } from '../export/read-transactions.ts';
import { transactionSumming } from '../export/transaction-summing.tsx';
import type { Search } from './search.ts';

interface TransactionsSumProps {
  search: Search;
  rows: readonly TransactionRow[];
  isComplete: boolean;
}

/** The sum of what a search finds. */
export function TransactionsSum({ search, rows, isComplete }: TransactionsSumProps) {
  const read = useMemo(() => readTransactions(search), [search]);
  return <ListSum read={read} summing={transactionSumming(search)} rows={rows} isComplete={isComplete} />;
}
