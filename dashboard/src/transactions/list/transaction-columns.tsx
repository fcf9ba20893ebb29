import '../../lists/cells.css';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment, Sum } from '../../lists/cells.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import type { FindBy } from './search.ts';
import { DeliveryCell, StatusCell } from './state-cells.tsx';

export type Column = TableProps.ColumnDefinition<TransactionRow>;

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

/** All columns of a list of transactions, by name. */
export function useColumns(): Record<ColumnId, Column> {
  const words = useText('transactions');
  const text = useText('transactionList');
  const format = useFormat();
  const time = (at: string | null) => (at === null ? words.none : <Moment at={at} form="brief" />);
  return {
    order: {
      id: 'order',
      header: words.order,
      isRowHeader: true,
      minWidth: 140,
      cell: (row) => <OrderLink {...row} />,
    },
    amount: {
      id: 'amount',
      header: <Sum>{words.amount}</Sum>,
      cell: ({ amount }) => <Sum>{format.euros(amount)}</Sum>,
    },
    status: { id: 'status', header: words.statusHeading, cell: (row) => <StatusCell {...row} /> },
    method: {
      id: 'method',
      header: words.methodHeading,
      cell: ({ paymentMethod }) => (paymentMethod === null ? words.none : words.method[paymentMethod]),
    },
    delivery: {
      id: 'delivery',
      header: words.deliveryHeading,
      minWidth: 110,
      maxWidth: 170,
      cell: (row) => <DeliveryCell {...row} />,
    },
    created: { id: 'created', header: words.created, minWidth: 90, cell: ({ createdAt }) => time(createdAt) },
    paid: { id: 'paid', header: words.paid, minWidth: 90, cell: ({ paidAt }) => time(paidAt) },
    recorded: { id: 'recorded', header: text.recorded, cell: ({ recordedAt }) => time(recordedAt) },
    id: {
      id: 'id',
      header: text.transactionId,
      cell: ({ transactionId }) => <span className="long-value">{transactionId}</span>,
    },
    merchant: {
      id: 'merchant',
      header: words.merchant,
      cell: ({ merchantId }) => <MerchantLink merchantId={merchantId} />,
    },
  };
}

/** Two columns that say the most important of it, for a phone: of the times that by which it was searched. */
export function useNarrowColumns(by: FindBy): Column[] {
  const words = useText('transactions');
  const format = useFormat();
  const isOfStaff = isStaff(useMe());
  const time = ({ createdAt, paidAt }: TransactionRow) => {
    const [label, at] = by === 'paid' && paidAt !== null ? [words.paid, paidAt] : [words.created, createdAt];
    return (
      <>
        {label} <Moment at={at} form="brief" />
      </>
    );
  };
  return [
    {
      id: 'order',
      header: words.order,
      isRowHeader: true,
      cell: (row) => (
        <>
          <OrderLink {...row} />
          <Box variant="small" display="block">
            {time(row)}
          </Box>
          {isOfStaff && (
            <Box variant="small" display="block">
              <MerchantLink merchantId={row.merchantId} />
            </Box>
          )}
        </>
      ),
    },
    {
      id: 'state',
      header: `${words.amount}, ${words.statusHeading.toLowerCase()}`,
      minWidth: 150,
      cell: (row) => (
        <SpaceBetween size="xxxs">
          <Box variant="strong">{format.euros(row.amount)}</Box>
          {row.paymentMethod && <Box variant="small">{words.method[row.paymentMethod]}</Box>}
          <StatusCell {...row} />
          {row.delivery && <DeliveryCell {...row} />}
        </SpaceBetween>
      ),
    },
  ];
}
