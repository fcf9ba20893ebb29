import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { serviceNow } from '../../api/service-time.ts';
import { Figure } from '../../components/figure.tsx';
import { hrefOf } from '../../components/inner-links.ts';
import { OrderLink } from '../../components/order-link.tsx';
import { EmptyState, Loading } from '../../components/states.tsx';
import { latestOf } from '../../home/latest.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment } from '../../lists/cells.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { addDays, today } from '../../period/days.ts';
import { DELIVERY_FILTERS } from '../../transactions/list/search.ts';
import { DeliveryCell } from '../../transactions/list/state-cells.tsx';
import { useWebhookTexts } from './webhook-texts.ts';

const DAYS = 30;
const LATEST = 100;
const LISTED = 10;

/** The newest events and how many reached the server. Each is shown as its transaction's list shows it. */
export function RecentDeliveries() {
  const text = useWebhookTexts().webhookDeliveries;
  const words = useText('transactions');
  const format = useFormat();
  const now = today(serviceNow());
  const deliveries = DELIVERY_FILTERS.filter((state) => state !== 'none');
  const from = addDays(now, 1 - DAYS);
  const paged = usePages(
    'POST /transactions/search',
    { find: { period: { by: 'created', from, to: now } }, filters: { deliveries }, limit: LATEST },
    { isEnough: (pages) => pages.flatMap(({ transactions }) => transactions).length >= LATEST },
  );
  const rows = paged.pages.flatMap(({ transactions }) => transactions).slice(0, LATEST);
  const data = paged.isLoading || paged.pages.length === 0 ? undefined : rows;
  const all = hrefOf(`/transactions?from=${from}&to=${now}&delivery=${deliveries.join(',')}`);
  return (
    <Container
      header={
        <Header variant="h2" actions={<Link href={all}>{text.all}</Link>}>
          {text.title}
        </Header>
      }
    >
      <Loading
        of={{ ...paged, data }}
        isEmpty={(found) => found.length === 0}
        empty={<EmptyState title={text.none(DAYS)} />}
      >
        {(found) => {
          const { firstTime, retried, resent, notDelivered } = latestOf(found);
          const delivered = firstTime + retried + resent;
          const ended = delivered + notDelivered;
          return (
            <SpaceBetween size="m">
              <Figure label={text.successRate} value={ended === 0 ? words.none : format.percent(delivered / ended)}>
                {text.deliveredOf(format.count(delivered), format.count(ended))}
              </Figure>
              <ul className="plain-list">
                {found.slice(0, LISTED).map((row) => (
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
    </Container>
  );
}
