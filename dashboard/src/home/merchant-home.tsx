import './home.css';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { serviceNow } from '../api/service-time.ts';
import { isAnswered, LoadingState } from '../components/states.tsx';
import { BulkResend } from '../finance/undelivered/bulk-resend.tsx';
import { UndeliveredFigures } from '../finance/undelivered/undelivered-figures.tsx';
import { bulkResendWords } from '../finance/undelivered/words.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { useList } from '../lists/use-list.ts';
import { FIRST_DAY, today } from '../period/days.ts';
import { OwnExceptions } from './own-exceptions.tsx';
import { PaidTotals } from './paid-totals.tsx';
import { Section } from './section.tsx';
import { SetUp, useFirstPayment } from './set-up.tsx';
import { homeWords } from './words.ts';

/** A merchant's home page: until its first payment the steps to it, then what was paid and what needs someone. */
export function MerchantHome() {
  const first = useFirstPayment();
  if (!isAnswered(first)) return <LoadingState />;
  const isNew = first.data?.transactions.length === 0;
  return (
    <SpaceBetween size="l">
      {isNew ? (
        <SetUp />
      ) : (
        <div className="home-parts">
          <PaidTotals />
          <OwnUndelivered />
        </div>
      )}
      <OwnExceptions isHiddenIfNone={isNew} />
    </SpaceBetween>
  );
}

/** Paid orders that its server may not know about, with the way to resend them all. */
function OwnUndelivered() {
  const text = useWords(homeWords);
  const bulk = useWords(bulkResendWords);
  const format = useFormat();
  const list = useList('POST /me/undelivered/search', {}, { minRows: Infinity });
  const { isComplete, error } = list;
  const data = list.isLoading ? undefined : list.data;
  const counted = (events: NonNullable<typeof data>) =>
    format.bounded(text.events(format.count(events.length), events.length === 1), isComplete);
  return (
    <Section
      title={text.undelivered}
      to={`/transactions?from=${FIRST_DAY}&to=${today(serviceNow())}&delivery=not_delivered,skipped`}
      of={{ ...list, data }}
      over={() => text.undeliveredOver}
      action={(events) =>
        events.length > 0 &&
        error === undefined && (
          <BulkResend
            label={text.resendAll(counted(events))}
            title={bulk.titleAll}
            what={bulk.whatSelected}
            input={{}}
            onSent={list.reload}
          />
        )
      }
    >
      {(events) => <UndeliveredFigures events={events} isComplete={isComplete} />}
    </Section>
  );
}
