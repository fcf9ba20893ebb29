import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { TableProps } from '@cloudscape-design/components/table';
import type { OutcomeCode } from '../../../../functions/webhooks/outcome.ts';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { outcomeWords } from '../../i18n/sentences.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { Moment, Small } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import type { RowOf } from '../../lists/use-list.ts';
import { undeliveredWords } from './words.ts';

export type Undelivered = RowOf<'POST /me/undelivered/search'>;

export function useUndeliveredColumns(): TableProps.ColumnDefinition<Undelivered>[] {
  const text = useWords(undeliveredWords);
  const words = useWords(transactionWords);
  const format = useFormat();
  return useColumns(
    {
      order: { header: words.order, isRowHeader: true, minWidth: 120, cell: (each) => <OrderLink {...each} /> },
      amount: { header: words.amount, isSum: true, cell: ({ amount }) => format.euros(amount) },
      event: { header: text.event, cell: ({ event }) => words.event[event] },
      settled: {
        header: text.settled,
        minWidth: 110,
        cell: ({ settledAt }) => <Moment at={settledAt} form="brief" />,
      },
      why: { header: text.why, minWidth: 220, cell: (each) => <Reason {...each} /> },
      merchant: { header: words.merchant, cell: ({ merchantId }) => <MerchantLink merchantId={merchantId} /> },
    },
    [
      {
        of: 'order',
        header: `${words.order}, ${words.amount.toLowerCase()}`,
        lines: ['order', ['amount', 'strong'], 'event', 'why', ['settled', 'small'], ['merchant', 'small']],
      },
    ],
  );
}

/** Why the merchant was not notified, and how the last attempt ended. */
function Reason({ state, outcome, statusCode }: Undelivered) {
  const text = useWords(undeliveredWords);
  const outcomes = useWords(outcomeWords);
  return (
    <>
      <StatusIndicator type={state === 'skipped' ? 'warning' : 'error'}>
        <span className="words">
          {text.reason[reasonOf(state, outcome)]}
          {statusCode !== null && ` (${statusCode})`}
        </span>
      </StatusIndicator>
      {outcome !== null && outcome in outcomes.attempt && <Small>{outcomes.attempt[outcome as OutcomeCode]}</Small>}
    </>
  );
}

function reasonOf(state: Undelivered['state'], outcome: string | null): 'not_delivered' | 'skipped' | 'not_attempted' {
  if (state === 'skipped') return 'skipped';
  return outcome === 'not_attempted' ? outcome : 'not_delivered';
}
