import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import { hrefOf } from '../../components/inner-links.ts';
import { withFinanceQuery } from '../../finance/finance-query.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import type { Summing } from '../../lists/export/list-sum.tsx';
import type { Search } from '../list/search.ts';
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
  const { count, euros, paid } = sums;
  const movements = withFinanceQuery(new URLSearchParams(), { merchantId: search.merchantId, days: search });
  return (
    <>
      <Box variant="strong" display="block">
        {text.all(format.count(count), count === 1, format.euros(euros))}
      </Box>
      <Box display="block">{text.paid(format.count(paid.count), paid.count === 1, format.euros(paid.euros))}</Box>
      {search.by === 'paid' && (
        <Box display="block">
          {text.moneyElsewhere} <Link href={hrefOf(`/finance/movements?${movements}`)}>{text.toMovements}</Link>
        </Box>
      )}
    </>
  );
}
