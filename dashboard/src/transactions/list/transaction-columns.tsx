import type { TableProps } from '@cloudscape-design/components/table';
import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { Moment, Small } from '../../lists/cells.tsx';
import { type Columns, type Stack, useColumns } from '../../lists/columns.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import { DeliveryCell, StatusCell } from './state-cells.tsx';

type ColumnId = 'order' | 'amount' | 'status' | 'method' | 'delivery' | 'created' | 'paid' | 'merchant';

/** All columns of a list of transactions. */
export function useTransactionColumns(): Columns<TransactionRow, ColumnId> {
  const words = useWords(transactionWords);
  const format = useFormat();
  const isOfStaff = isStaff(useMe());
  const time = (at: string) => <Moment at={at} form="brief" />;
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
    paid: {
      below: 'created',
      header: words.paid,
      cell: ({ paidAt }) =>
        paidAt !== null && (
          <>
            {words.paid} {time(paidAt)}
          </>
        ),
    },
    merchant: {
      below: 'order',
      header: words.merchant,
      cell: ({ merchantId }) => isOfStaff && <MerchantLink merchantId={merchantId} />,
    },
  };
}

/** The columns of the list: on a phone two, which say the most important of it. */
export function useListColumns(): TableProps.ColumnDefinition<TransactionRow>[] {
  return useColumns(useTransactionColumns(), [
    { of: 'order', lines: ['order', ['created', 'small', 'named'], ['paid', 'small'], ['merchant', 'small']] },
    useStateStack(),
  ]);
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
