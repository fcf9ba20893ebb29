import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import { hrefOf } from '../../components/inner-links.ts';
import { withFinanceQuery } from '../../finance/finance-query.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import type { Summing } from '../../lists/export/list-sum.tsx';
import { filterCount, type Search } from '../list/search.ts';
import { addTransactions, NO_TRANSACTIONS, type Summed, type TransactionSums } from './transaction-sums.ts';

/** The sums of what a search finds: of all, and of what is paid in it. */
export function transactionSumming(search: Search): Summing<Summed, TransactionSums> {
  return {
    none: NO_TRANSACTIONS,
    add: addTransactions,
    textOf: (sums) => <SumsText sums={sums} search={search} />,
  };
}

function SumsText({ sums, search }: { sums: TransactionSums; search: Search }) {
  const text = useText('listSum');
  const format = useFormat();
  const { count, euros, paid, unknownRefunds } = sums;
  // The refunds of a period are those of every payment: a part of the payments does not compare with them.
  const isOfAllPayments = filterCount({ ...search, statuses: [] }) === 0;
  const refunds = withFinanceQuery(new URLSearchParams(), { merchantId: search.merchantId, days: search });
  return (
    <>
      <Box variant="strong" display="block">
        {text.all(format.count(count), count === 1, format.euros(euros))}
      </Box>
      <Box display="block">
        {text.paid(format.count(paid.count), paid.count === 1, format.euros(paid.euros))}{' '}
        {(paid.refunded > 0 || unknownRefunds > 0) &&
          text.refunded(format.euros(paid.refunded), format.euros(paid.net))}{' '}
        {unknownRefunds > 0 && text.unknown(format.count(unknownRefunds))}
      </Box>
      {search.by === 'paid' && isOfAllPayments && (
        <Box display="block">
          {text.refundsElsewhere} <Link href={hrefOf(`/finance/refunds?${refunds}`)}>{text.toRefunds}</Link>
        </Box>
      )}
    </>
  );
}
