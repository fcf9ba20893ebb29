import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { lazy, Suspense, useState } from 'react';
import type { Skipped } from '../../../../functions/dashboard/settings/webhook-skipped.ts';
import { bulkResendWords } from '../../finance/unnotified/words.ts';
import { capital } from '../../i18n/format.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { webhookWords } from './words.ts';

const BulkModal = lazy(async () => ({ default: (await import('../../finance/unnotified/bulk-modal.tsx')).BulkModal }));

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
  const [isOpen, setOpen] = useState(false);
  const { isComplete } = skipped;
  const count = format.bounded(format.count(skipped.count), isComplete);
  return (
    <>
      <Alert
        type="warning"
        header={skipped.count === 1 && isComplete ? text.skippedTitleOne : capital(text.skippedTitle(count))}
        {...(isOn && { action: <Button onClick={() => setOpen(true)}>{text.sendSkipped}</Button> })}
      >
        {text.skippedWhat(format.bounded(format.euros(skipped.euros), isComplete))} {!isOn && text.skippedOff}
      </Alert>
      <Suspense>
        {isOpen && (
          <BulkModal
            title={text.sendSkipped}
            what={bulk.whatSelected}
            input={{ state: 'skipped' }}
            onClose={(isChanged) => {
              setOpen(false);
              if (isChanged) onSent();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
