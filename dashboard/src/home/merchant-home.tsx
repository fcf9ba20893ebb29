import { bulkResendWords } from '../finance/unnotified/words.ts';
import { homeWords } from './words.ts';
import './home.css';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import { EVENT_OF_STATUS } from '../../../functions/webhooks/event-kind.ts';
import { serviceNow } from '../api/service-time.ts';
import { Figure } from '../components/figure.tsx';
import { isAnswered, LoadingState } from '../components/states.tsx';
import { addEuros } from '../i18n/add-euros.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { useList } from '../lists/use-list.ts';
import { today } from '../period/days.ts';
import { OwnExceptions } from './own-exceptions.tsx';
import { PaidTotals } from './paid-totals.tsx';
import { Section } from './section.tsx';
import { FIRST_DAY, SetUp, useFirstPayment } from './set-up.tsx';
import { useLatest } from './use-latest.ts';

const BulkModal = lazy(async () => ({ default: (await import('../finance/unnotified/bulk-modal.tsx')).BulkModal }));

const LATEST = 200;

/** A merchant's home page: set-up, paid totals, undelivered events, open exceptions. */
export function MerchantHome() {
  const first = useFirstPayment();
  // The set-up is above the rest: until it is known whether it is shown, nothing is.
  if (!isAnswered(first)) return <LoadingState />;
  return (
    <SpaceBetween size="l">
      <SetUp first={first} />
      <PaidTotals />
      <div className="home-parts">
        <OwnUnnotified />
        <LatestDeliveries />
      </div>
      <OwnExceptions />
    </SpaceBetween>
  );
}

/** Paid orders that its server may not know about, with the way to resend them all. */
function OwnUnnotified() {
  const text = useWords(homeWords);
  const bulk = useWords(bulkResendWords);
  const format = useFormat();
  const list = useList('POST /finance/undelivered', {}, { minRows: Infinity });
  const { rows, isComplete, error } = list;
  const [isOpen, setOpen] = useState(false);
  const data = list.isLoading || !list.data ? undefined : rows;
  const figure = (events: NonNullable<typeof data>) =>
    format.bounded(format.euros(addEuros(...events.map(({ amount }) => amount))), isComplete);
  const counted = (events: NonNullable<typeof data>) =>
    format.bounded(text.events(format.count(events.length), events.length === 1), isComplete);
  return (
    <>
      <Section
        title={text.unnotified}
        to={`/transactions?from=${FIRST_DAY}&to=${today(serviceNow())}&delivery=not_delivered,skipped`}
        room="two-figures"
        of={{ ...list, data }}
        over={() => text.unnotifiedOver}
        action={(events) =>
          events.length > 0 &&
          error === undefined && <Button onClick={() => setOpen(true)}>{text.resendAll(counted(events))}</Button>
        }
      >
        {(events) => {
          const paid = events.filter(({ event }) => event === EVENT_OF_STATUS.paid);
          const others = events.filter((each) => !paid.includes(each));
          return (
            <div className="home-figures">
              <Figure
                label={text.unnotifiedPaid}
                value={figure(paid)}
                color={paid.length > 0 ? 'text-status-error' : 'inherit'}
              >
                {counted(paid)}
              </Figure>
              <Figure label={text.unnotifiedOthers} value={counted(others)} />
            </div>
          );
        }}
      </Section>
      <Suspense>
        {isOpen && (
          <BulkModal
            title={bulk.titleAll}
            what={bulk.whatSelected}
            events={{ kind: 'list', input: {} }}
            onClose={(isChanged) => {
              setOpen(false);
              if (isChanged) list.reload();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** The success rates of the latest payments and of their webhooks. */
function LatestDeliveries() {
  const text = useWords(homeWords);
  const format = useFormat();
  const latest = useLatest(LATEST);
  return (
    <Section
      title={text.deliveries}
      room="deliveries"
      to="/transactions"
      of={latest}
      over={({ transactions, isComplete }) =>
        transactions === 0
          ? text.latestNone
          : text.latestOver(format.count(transactions), transactions === 1, isComplete)
      }
    >
      {({ ended, paid, firstTime, retried, resent, notDelivered, skipped, pending }) => (
        <div className="home-figures">
          <Figure label={text.successRate} value={ended === 0 ? '–' : format.percent(paid / ended)}>
            {text.paidOfEnded(format.count(paid), format.count(ended))}
          </Figure>
          <Figure label={text.firstTime} value={format.count(firstTime)}>
            {text.deliveriesElse({
              retried: format.count(retried),
              resent: format.count(resent),
              notDelivered: format.count(notDelivered),
              skipped: format.count(skipped),
              pending: format.count(pending),
            })}
          </Figure>
        </div>
      )}
    </Section>
  );
}
