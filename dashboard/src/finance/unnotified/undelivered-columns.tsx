import '../../lists/cells.css';
import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { TableProps } from '@cloudscape-design/components/table';
import type { UndeliveredPage } from '../../../../functions/dashboard/finance/undelivered.ts';
import { attemptSentence, type OutcomeClass } from '../../../../functions/webhooks/outcome.ts';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment, Sum } from '../../lists/cells.tsx';

export type Undelivered = UndeliveredPage['deliveries'][number];
export type ListedReason = 'not_delivered' | 'skipped' | 'not_attempted';

/** Why the merchant was not notified, as the report counts it. */
export function reasonOf({ state, outcome }: Pick<Undelivered, 'state' | 'outcome'>): ListedReason {
  if (state === 'skipped') return 'skipped';
  return outcome === 'not_attempted' ? 'not_attempted' : 'not_delivered';
}

export function useUndeliveredColumns(isNarrow: boolean): TableProps.ColumnDefinition<Undelivered>[] {
  const text = useText('unnotified');
  const words = useText('transactions');
  const format = useFormat();
  const order = (each: Undelivered) => <OrderLink {...each} />;
  const reason = (each: Undelivered) => (
    <>
      <StatusIndicator type={each.state === 'skipped' ? 'warning' : 'error'}>
        <span className="words">
          {text.reason[reasonOf(each)]}
          {each.statusCode !== null && ` (${each.statusCode})`}
        </span>
      </StatusIndicator>
      <LastOutcome {...each} />
    </>
  );
  if (isNarrow) {
    return [
      {
        id: 'order',
        header: `${words.order}, ${words.amount.toLowerCase()}`,
        isRowHeader: true,
        cell: (each) => (
          <>
            {order(each)}
            <Box variant="strong" display="block">
              {format.euros(each.amount)}
            </Box>
            <Box>{words.event[each.event]}</Box>
            {reason(each)}
            <Box variant="small" display="block">
              <Moment at={each.settledAt} form="brief" />
            </Box>
            <Box variant="small" display="block">
              <MerchantLink merchantId={each.merchantId} />
            </Box>
          </>
        ),
      },
    ];
  }
  return [
    { id: 'order', header: words.order, isRowHeader: true, minWidth: 120, cell: order },
    {
      id: 'amount',
      header: <Sum>{words.amount}</Sum>,
      cell: ({ amount }) => <Sum>{format.euros(amount)}</Sum>,
    },
    { id: 'event', header: text.event, cell: ({ event }) => words.event[event] },
    {
      id: 'settled',
      header: text.settled,
      minWidth: 110,
      cell: ({ settledAt }) => <Moment at={settledAt} form="brief" />,
    },
    { id: 'why', header: text.why, minWidth: 220, cell: reason },
    {
      id: 'merchant',
      header: words.merchant,
      cell: ({ merchantId }) => <MerchantLink merchantId={merchantId} />,
    },
  ];
}

/** How the last attempt ended. */
function LastOutcome({ outcome, statusCode }: Undelivered) {
  const outcomes = useText('outcomes');
  if (outcome === null || !(outcome in outcomes.attempt)) return null;
  return (
    <Box variant="small" display="block">
      {attemptSentence(outcomes, { outcome: outcome as OutcomeClass, statusCode })}
    </Box>
  );
}
