import '../../lists/cells.css';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { RowDelivery, TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import { useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { DELIVERY_TONES, STATUS_TONES } from '../tones.ts';

export function StatusCell({ status }: Pick<TransactionRow, 'status'>) {
  const words = useWords(transactionWords);
  return (
    <span className="unbroken">
      <StatusIndicator type={STATUS_TONES[status]}>{words.status[status]}</StatusIndicator>
    </span>
  );
}

/** Of the newest event. */
export function DeliveryCell({ delivery }: { delivery: RowDelivery }) {
  const words = useWords(transactionWords);
  const isFailing = delivery.state === 'pending' && delivery.attempts > 0;
  return (
    <StatusIndicator type={isFailing ? 'warning' : DELIVERY_TONES[delivery.state]}>
      <span className="words">
        {words.delivery[delivery.state]}
        {delivery.state === 'pending' && delivery.attempts > 0 && ` (${delivery.attempts}/${MAX_ATTEMPTS})`}
      </span>
    </StatusIndicator>
  );
}
