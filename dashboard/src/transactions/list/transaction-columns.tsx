import type { TableProps } from '@cloudscape-design/components/table';
import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { Moment, Small } from '../../lists/cells.tsx';
import { type Columns, type Phone, type Stack, useColumns } from '../../lists/columns.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import { DeliveryCell, StatusCell } from './state-cells.tsx';

type ColumnId = 'order' | 'amount' | 'status' | 'method' | 'delivery' | 'created' | 'paid' | 'merchant';

/** All columns of a list of transactions. */
export function useTransactionColumns(): Columns<TransactionRow, ColumnId> {
  const words = useWords(transactionWords);
  const format = useFormat();
  const isOfStaff = isStaff(useMe());
  const time = (at: string | null) => at !== null && <Moment at={at} form="brief" />;
  return {
    order: { header: words.order, isRowHeader: true, minWidth: 140, cell: (row) => <OrderLink {...row} /> },
    amount: {
      header: words.amount,
      isSum: true,
      cell: ({ amount, received }) => (
        <>
          {format.euros(amount)}
          {received !== null && received !== amount && (
            <Small>
              {words.received}: {format.euros(received)}
            </Small>
          )}
        </>
      ),
    },
    status: { header: words.statusHeading, cell: (row) => <StatusCell {...row} /> },
    method: { header: words.methodHeading, cell: ({ paymentMethod }) => paymentMethod && words.method[paymentMethod] },
    delivery: {
      header: words.deliveryHeading,
      minWidth: 110,
      maxWidth: 170,
      cell: ({ delivery }) => delivery && <DeliveryCell delivery={delivery} />,
    },
    created: { header: words.created, minWidth: 90, cell: ({ createdAt }) => time(createdAt) },
    paid: { header: words.paid, minWidth: 90, cell: ({ paidAt }) => time(paidAt) },
    merchant: {
      header: words.merchant,
      cell: ({ merchantId }) => isOfStaff && <MerchantLink merchantId={merchantId} />,
    },
  };
}

/** The columns of the list. What fits on a laptop: staff see the merchant, and of the times that of the search. */
export function useListColumns(by: 'created' | 'paid'): TableProps.ColumnDefinition<TransactionRow>[] {
  const columns = useColumns(useTransactionColumns(), usePhone(by));
  const timeOfOther = by === 'paid' ? 'created' : 'paid';
  const hidden = isStaff(useMe()) ? timeOfOther : 'merchant';
  return columns.filter(({ id }) => id !== hidden);
}

/** Two columns that say the most important of it, for a phone: of the times that by which it was searched. */
function usePhone(by: 'created' | 'paid'): Phone<TransactionRow, ColumnId> {
  const words = useWords(transactionWords);
  return [
    {
      of: 'order',
      lines: [
        'order',
        ({ createdAt, paidAt }) => {
          const [label, at] = by === 'paid' && paidAt !== null ? [words.paid, paidAt] : [words.created, createdAt];
          return (
            <Small>
              {label} <Moment at={at} form="brief" />
            </Small>
          );
        },
        ['merchant', 'small'],
      ],
    },
    useStateStack(),
  ];
}

/** The state of a transaction, on a phone. */
export function useStateStack(): Stack<TransactionRow, 'amount' | 'method' | 'status' | 'delivery'> {
  const words = useWords(transactionWords);
  return {
    of: 'amount',
    header: `${words.amount}, ${words.statusHeading.toLowerCase()}`,
    minWidth: 150,
    lines: [['amount', 'strong'], ['method', 'small'], 'status', 'delivery'],
  };
}
