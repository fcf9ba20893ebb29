import Alert from '@cloudscape-design/components/alert';
import type { Skipped } from '../../../../functions/dashboard/settings/webhook-skipped.ts';
import { BulkResend } from '../../finance/undelivered/bulk-resend.tsx';
import { bulkResendWords } from '../../finance/undelivered/words.ts';
import { capital } from '../../i18n/format.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { webhookWords } from './words.ts';

interface SkippedOfferProps {
  skipped: Skipped;
  isOn: boolean;
  onSent: () => void;
}

/** How much was skipped, in events and euros, and the offer to send it. */
export function SkippedOffer({ skipped, isOn, onSent }: SkippedOfferProps) {
  const text = useWords(webhookWords);
  const bulk = useWords(bulkResendWords);
  const format = useFormat();
  const { isComplete } = skipped;
  const count = format.bounded(format.count(skipped.count), isComplete);
  return (
    <Alert
      type="warning"
      header={skipped.count === 1 && isComplete ? text.skippedTitleOne : capital(text.skippedTitle(count))}
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
      {text.skippedWhat(format.bounded(format.euros(skipped.euros), isComplete))} {!isOn && text.skippedOff}
    </Alert>
  );
}
