import Box from '@cloudscape-design/components/box';
import type { TableProps } from '@cloudscape-design/components/table';
import type { RefundRow } from '../../../../functions/dashboard/finance/refunds/refunds.ts';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { visibleText } from '../../i18n/format.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import { useRefundTexts } from './refund-texts.ts';

export function useRefundColumns(): TableProps.ColumnDefinition<RefundRow>[] {
  const text = useRefundTexts();
  const words = useText('transactions');
  const format = useFormat();
  const isOfStaff = isStaff(useMe());
  const money = (euros: number | null) => (euros === null ? text.unknown : format.euros(euros));
  return useColumns(
    {
      refundedAt: { header: text.refundedAt, minWidth: 130, cell: (row) => <When {...row} /> },
      order: { header: words.order, isRowHeader: true, minWidth: 140, cell: (row) => <OrderLink {...row} /> },
      merchant: {
        below: 'order',
        header: words.merchant,
        cell: ({ merchantId }) => isOfStaff && <MerchantLink merchantId={merchantId} />,
      },
      bankId: {
        header: text.bankId,
        minWidth: 140,
        cell: ({ refundId }) => <span className="long-value">{visibleText(refundId)}</span>,
      },
      returned: { header: text.returned, isSum: true, cell: ({ returned }) => money(returned) },
      ofPayment: { header: text.ofPayment, isSum: true, cell: ({ ofPayment }) => money(ofPayment) },
      ofExcess: { header: text.ofExcess, isSum: true, cell: ({ ofExcess }) => money(ofExcess) },
    },
    [
      { of: 'order', lines: ['order', 'refundedAt', ['merchant', 'small']] },
      {
        of: 'returned',
        minWidth: 150,
        lines: [
          ['returned', 'strong'],
          ['ofPayment', 'small', 'named'],
          ['ofExcess', 'small', 'named'],
          ['bankId', 'small'],
        ],
      },
    ],
  );
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
