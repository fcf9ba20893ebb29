import Box from '@cloudscape-design/components/box';
import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment } from '../../lists/cells.tsx';
import type { Columns, Phone, Stack } from '../../lists/columns.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import type { FindBy } from './search.ts';
import { DeliveryCell, StatusCell } from './state-cells.tsx';

export const COLUMNS = [
  'order',
  'amount',
  'status',
  'method',
  'delivery',
  'created',
  'paid',
  'recorded',
  'id',
  'merchant',
] as const;
export type ColumnId = (typeof COLUMNS)[number];

/** Not offered to merchants. */
export const STAFF_COLUMNS: readonly ColumnId[] = ['merchant'];

/** All columns of a list of transactions. */
export function useTransactionColumns(): Columns<TransactionRow, ColumnId> {
  const words = useText('transactions');
  const text = useText('transactionList');
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
            <Box variant="small" display="block">
              {words.received}: {format.euros(received)}
            </Box>
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
    recorded: { header: text.recorded, cell: ({ recordedAt }) => time(recordedAt) },
    id: {
      header: text.transactionId,
      cell: ({ transactionId }) => <span className="long-value">{transactionId}</span>,
    },
    merchant: {
      header: words.merchant,
      cell: ({ merchantId }) => isOfStaff && <MerchantLink merchantId={merchantId} />,
    },
  };
}

/** Two columns that say the most important of it, for a phone: of the times that by which it was searched. */
export function usePhone(by: FindBy): Phone<TransactionRow, ColumnId> {
  const words = useText('transactions');
  return [
    {
      of: 'order',
      lines: [
        'order',
        ({ createdAt, paidAt }) => {
          const [label, at] = by === 'paid' && paidAt !== null ? [words.paid, paidAt] : [words.created, createdAt];
          return (
            <Box variant="small">
              {label} <Moment at={at} form="brief" />
            </Box>
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
  const words = useText('transactions');
  return {
    of: 'amount',
    header: `${words.amount}, ${words.statusHeading.toLowerCase()}`,
    minWidth: 150,
    lines: [['amount', 'strong'], ['method', 'small'], 'status', 'delivery'],
  };
}
