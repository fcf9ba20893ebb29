import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { DeliveryView } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import { serviceNow } from '../../api/service-time.ts';
import { CopyableValue } from '../../components/copy-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { DELIVERY_TONES } from '../list/state-cells.tsx';
import { detailWords } from './words.ts';

interface DeliveriesProps {
  deliveries: readonly DeliveryView[];
  /** Undefined where the newest event cannot be sent again now. */
  onResend: ((delivery: DeliveryView) => void) | undefined;
}

/** The delivery state of each event, the newest first (§6.4.3). */
export function Deliveries({ deliveries, onResend }: DeliveriesProps) {
  const text = useWords(detailWords);
  const newest = deliveries.at(-1);
  const canResend = newest && newest.state !== 'pending' && onResend;
  return (
    <Panel
      title={text.delivery}
      actions={canResend && <Button onClick={() => canResend(newest)}>{text.resend}</Button>}
    >
      {newest === undefined ? (
        <Box color="text-body-secondary">{text.deliveryNone}</Box>
      ) : (
        <SpaceBetween size="l">
          {[...deliveries].reverse().map((delivery) => (
            <Delivery key={delivery.eventId} delivery={delivery} />
          ))}
        </SpaceBetween>
      )}
    </Panel>
  );
}

function Delivery({ delivery }: { delivery: DeliveryView }) {
  const text = useWords(detailWords);
  const words = useWords(transactionWords);
  const format = useFormat();
  const { state, event, eventId, attempts, resends, nextAttemptAt } = delivery;
  const isDue = nextAttemptAt !== null && Date.parse(nextAttemptAt) <= serviceNow();
  const next =
    state === 'pending' && nextAttemptAt !== null
      ? `, ${isDue ? text.nextDue : text.next(format.relative(nextAttemptAt))}`
      : '';
  return (
    <SpaceBetween size="xs">
      <StatusIndicator type={DELIVERY_TONES[state]}>
        <Box variant="strong" color="inherit">
          {text.deliveryState[state]}
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
