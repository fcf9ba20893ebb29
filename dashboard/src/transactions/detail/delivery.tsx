import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import type { TransactionDetail } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import type { RowDelivery } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { serviceNow } from '../../api/service-time.ts';
import { CopyableValue } from '../../components/copy-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { ResendModal } from '../resend-modal.tsx';
import { DELIVERY_TONES } from '../tones.ts';
import { detailWords } from './words.ts';

interface DeliveryProps extends Pick<TransactionDetail, 'transaction' | 'movements'> {
  /** The event is on its way again. */
  onSent: () => void;
}

/** The delivery state of the newest event, which can be sent again (§6.4.3); those before are in the timeline. */
export function Delivery({ transaction, movements, onSent }: DeliveryProps) {
  const text = useWords(detailWords);
  const { delivery } = transaction;
  const [resending, setResending] = useState<RowDelivery>();
  const close = () => setResending(undefined);
  const done = () => {
    close();
    onSent();
  };
  return (
    <Panel
      title={text.delivery}
      actions={
        delivery &&
        delivery.state !== 'pending' && <Button onClick={() => setResending(delivery)}>{text.resend}</Button>
      }
    >
      {resending && (
        <ResendModal
          transaction={transaction}
          delivery={resending}
          isRefunded={movements.some(({ kind }) => kind === 'returned')}
          onClose={close}
          onDone={done}
        />
      )}
      {delivery ? <State {...delivery} /> : <Box color="text-body-secondary">{text.deliveryNone}</Box>}
    </Panel>
  );
}

function State({ state, event, eventId, attempts, resends, nextAttemptAt }: RowDelivery) {
  const text = useWords(detailWords);
  const words = useWords(transactionWords);
  const format = useFormat();
  const isDue = nextAttemptAt !== null && Date.parse(nextAttemptAt) <= serviceNow();
  const next =
    state === 'pending' && nextAttemptAt !== null
      ? `, ${isDue ? text.nextDue : text.next(format.relative(nextAttemptAt))}`
      : '';
  return (
    <SpaceBetween size="xs">
      <StatusIndicator type={DELIVERY_TONES[state]}>
        <Box variant="strong" color="inherit">
          {words.delivery[state]}
        </Box>
      </StatusIndicator>
      <Box color="text-body-secondary">{text.deliveryMeans[state]}</Box>
      <KeyValuePairs
        columns={3}
        minColumnWidth={180}
        items={[
          {
            label: text.event,
            value: (
              <>
                {words.event[event]} <span className="long-value">({event})</span>
              </>
            ),
          },
          { label: text.attempts, value: `${attempts} (${text.resends(resends)})${next}` },
          { label: text.eventId, value: <CopyableValue value={eventId} what={text.eventId} /> },
        ]}
      />
    </SpaceBetween>
  );
}
