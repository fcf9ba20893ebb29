import '../../lists/cells.css';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import type { RefundRow } from '../../../../functions/dashboard/finance/refunds/refunds.ts';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { visibleText } from '../../i18n/format.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment, Sum } from '../../lists/cells.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import { useRefundTexts } from './refund-texts.ts';

export function useRefundColumns(isNarrow: boolean): TableProps.ColumnDefinition<RefundRow>[] {
  const text = useRefundTexts();
  const words = useText('transactions');
  const format = useFormat();
  const isOfStaff = isStaff(useMe());
  const money = (euros: number | null) => (euros === null ? text.unknown : format.euros(euros));
  const order = { id: 'order', header: words.order, isRowHeader: true };
  const merchant = ({ merchantId }: RefundRow) =>
    isOfStaff && (
      <Box variant="small" display="block">
        <MerchantLink merchantId={merchantId} />
      </Box>
    );
  if (isNarrow) {
    return [
      {
        ...order,
        cell: (row) => (
          <>
            <OrderLink {...row} />
            <Box display="block">
              <When {...row} />
            </Box>
            {merchant(row)}
          </>
        ),
      },
      {
        id: 'returned',
        header: text.returned,
        minWidth: 150,
        cell: (row) => (
          <SpaceBetween size="xxxs">
            <Box variant="strong">{money(row.returned)}</Box>
            <Box variant="small">{`${text.ofPayment}: ${money(row.ofPayment)}`}</Box>
            <Box variant="small">{`${text.ofExcess}: ${money(row.ofExcess)}`}</Box>
            <Box variant="small">
              <span className="long-value">{visibleText(row.refundId)}</span>
            </Box>
          </SpaceBetween>
        ),
      },
    ];
  }
  return [
    { id: 'refundedAt', header: text.refundedAt, minWidth: 130, cell: (row) => <When {...row} /> },
    {
      ...order,
      minWidth: 140,
      cell: (row) => (
        <>
          <OrderLink {...row} />
          {merchant(row)}
        </>
      ),
    },
    {
      id: 'bankId',
      header: text.bankId,
      minWidth: 140,
      cell: ({ refundId }) => <span className="long-value">{visibleText(refundId)}</span>,
    },
    { id: 'returned', header: <Sum>{text.returned}</Sum>, cell: ({ returned }) => <Sum>{money(returned)}</Sum> },
    { id: 'ofPayment', header: <Sum>{text.ofPayment}</Sum>, cell: ({ ofPayment }) => <Sum>{money(ofPayment)}</Sum> },
    { id: 'ofExcess', header: <Sum>{text.ofExcess}</Sum>, cell: ({ ofExcess }) => <Sum>{money(ofExcess)}</Sum> },
  ];
}

/** When it was refunded, and how. */
function When({ refundedAt, timeIsOurs, kind }: RefundRow) {
  const text = useRefundTexts();
  return (
    <>
      <Moment at={refundedAt} form="brief" />
      <Box variant="small" display="block">
        {timeIsOurs ? `${text.kind[kind]}. ${text.timeOurs}` : text.kind[kind]}
      </Box>
    </>
  );
}
