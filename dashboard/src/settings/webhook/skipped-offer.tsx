import Alert from '@cloudscape-design/components/alert';
import { BulkResend } from '../../finance/undelivered/bulk-resend.tsx';
import { bulkResendWords } from '../../finance/undelivered/words.ts';
import { addEuros } from '../../i18n/add-euros.ts';
import { capital } from '../../i18n/format.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import type { RowOf, Scanned } from '../../lists/use-list.ts';
import { webhookWords } from './words.ts';

/** The events that were skipped. */
export type Skipped = Scanned<RowOf<'POST /me/undelivered/search'>>;

/** How much was skipped, in events and euros, and the offer to send it. */
export function SkippedOffer({ skipped, isOn, onSent }: { skipped: Skipped; isOn: boolean; onSent: () => void }) {
  const text = useWords(webhookWords);
  const bulk = useWords(bulkResendWords);
  const format = useFormat();
  const { rows, isComplete } = skipped;
  const count = format.bounded(format.count(rows.length), isComplete);
  const euros = format.euros(addEuros(rows.map(({ amount }) => amount)));
  return (
    <Alert
      type="warning"
      header={rows.length === 1 && isComplete ? text.skippedTitleOne : capital(text.skippedTitle(count))}
      {...(isOn && {
        action: (
          <BulkResend
            label={text.sendSkipped}
            title={text.sendSkipped}
            what={bulk.whatSelected}
            input={{ state: 'skipped' }}
            onSent={onSent}
          />
        ),
      })}
    >
      {text.skippedWhat(format.bounded(euros, isComplete))} {!isOn && text.skippedOff}
    </Alert>
  );
}
