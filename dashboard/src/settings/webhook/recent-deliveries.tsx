import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Figure } from '../../components/figure.tsx';
import { hrefOf } from '../../components/inner-links.ts';
import { OrderLink } from '../../components/order-link.tsx';
import { Panel } from '../../components/panel.tsx';
import { EmptyState, Loading } from '../../components/states.tsx';
import { LATEST_DAYS } from '../../home/latest.ts';
import { useLatest } from '../../home/use-latest.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment } from '../../lists/cells.tsx';
import { DELIVERY_FILTERS } from '../../transactions/list/search.ts';
import { DeliveryCell } from '../../transactions/list/state-cells.tsx';
import { useWebhookTexts } from './webhook-texts.ts';

const WITH_EVENT = DELIVERY_FILTERS.filter((state) => state !== 'none');
const LATEST = 100;
const MAX_LISTED = 10;

export const useRecentDeliveries = () => useLatest(LATEST, WITH_EVENT);

/** The newest transactions with an event, each with its latest one, and how many of these reached the server. */
export function RecentDeliveries({ latest }: { latest: ReturnType<typeof useRecentDeliveries> }) {
  const text = useWebhookTexts().webhookDeliveries;
  const words = useText('transactions');
  const format = useFormat();
  const all = hrefOf(`/transactions?from=${latest.from}&to=${latest.to}&delivery=${WITH_EVENT.join(',')}`);
  return (
    <Panel title={text.title} actions={<Link href={all}>{text.all}</Link>}>
      <Loading
        of={latest}
        loadingText={text.loading}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<EmptyState title={text.none(LATEST_DAYS)} />}
      >
        {({ rows, isComplete, firstTime, retried, resent, notDelivered }) => {
          const delivered = firstTime + retried + resent;
          const ended = delivered + notDelivered;
          return (
            <SpaceBetween size="m">
              <Figure label={text.successRate} value={ended === 0 ? words.none : format.percent(delivered / ended)}>
                {text.deliveredOf(format.count(delivered), format.count(ended))}{' '}
                {isComplete ? text.ofDays(LATEST_DAYS) : text.ofLatest(format.count(rows.length), LATEST_DAYS)}
              </Figure>
              <ul className="plain-list">
                {rows.slice(0, MAX_LISTED).map((row) => (
                  <li key={row.transactionId}>
                    <OrderLink {...row} />
                    <DeliveryCell delivery={row.delivery} />
                    <Box variant="small" display="block">
                      {row.delivery && words.event[row.delivery.event]}
                      {row.recordedAt !== null && (
                        <>
                          {' · '}
                          <Moment at={row.recordedAt} />
                        </>
                      )}
                    </Box>
                  </li>
                ))}
              </ul>
            </SpaceBetween>
          );
        }}
      </Loading>
    </Panel>
  );
}
