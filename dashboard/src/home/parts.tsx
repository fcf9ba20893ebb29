import { type MovementLine, sumOf } from '../../../functions/finance/totals/totals.ts';
import { serviceNow } from '../api/service-time.ts';
import { Figure } from '../components/figure.tsx';
import { useTotals } from '../finance/totals/use-totals.ts';
import { BulkResend } from '../finance/undelivered/bulk-resend.tsx';
import { UndeliveredFigures } from '../finance/undelivered/undelivered-figures.tsx';
import { bulkResendWords } from '../finance/undelivered/words.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { transactionWords } from '../i18n/shared-words.ts';
import { addDays, FIRST_DAY, today } from '../period/days.ts';
import { isStaff, useMe } from '../session/session-context.ts';
import { Section, useFigures } from './section.tsx';
import { homeWords } from './words.ts';

/** What was received for payments yesterday and today: by a merchant, or for staff by all. */
export function PaidTotals() {
  const text = useWords(homeWords);
  const { preset } = useWords(transactionWords);
  const format = useFormat();
  const to = today(serviceNow());
  const from = addDays(to, -1);
  const totals = useTotals({ from, to, of: 'movements', merchantId: '' });
  const figure = (label: string, day: string, movements: readonly MovementLine[]) => {
    const { count, cents } = sumOf(movements.filter((line) => line.kind === 'payment' && line.day === day));
    return (
      <Figure label={label} value={format.euros(cents / 100)}>
        {text.payments(format.count(count), count === 1)}
      </Figure>
    );
  };
  return (
    <Section title={text.paid} to={`/finance/totals?from=${from}&to=${to}`} of={totals} over={text.paidOver}>
      {({ movements }) => (
        <div className="figures">
          {figure(preset.yesterday, from, movements)}
          {figure(preset.today, to, movements)}
        </div>
      )}
    </Section>
  );
}

/** Orders that the server of their shop may not know about; a merchant can resend them all from here. */
export function Undelivered() {
  const text = useWords(homeWords);
  const bulk = useWords(bulkResendWords);
  const format = useFormat();
  const isOfStaff = isStaff(useMe());
  const list = useFigures('POST /me/undelivered/search', {});
  const { data: { length } = [], isComplete, error, reload } = list;
  const ofMerchant = `/transactions?from=${FIRST_DAY}&to=${today(serviceNow())}&delivery=not_delivered,skipped`;
  const events = format.bounded(text.events(format.count(length), length === 1), isComplete);
  const resend = length > 0 && !error && (
    <BulkResend
      label={text.resendAll(events)}
      title={bulk.titleAll}
      what={bulk.whatSelected}
      input={{}}
      onSent={reload}
    />
  );
  return (
    <Section
      title={text.undelivered}
      to={isOfStaff ? '/finance/undelivered' : ofMerchant}
      of={list}
      over={text.undeliveredOver}
      {...(!isOfStaff && { action: resend })}
    >
      {(rows) => <UndeliveredFigures events={rows} isComplete={isComplete} />}
    </Section>
  );
}
