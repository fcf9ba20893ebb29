import Box from '@cloudscape-design/components/box';
import type { DeliveryView } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { call } from '../../api/client.ts';
import { useFlash } from '../../app/flash.tsx';
import { ReasonModal } from '../../components/reason-modal.tsx';
import { useWords } from '../../i18n/language.ts';
import { outcomeWords } from '../../i18n/sentences.ts';
import { About } from '../about.tsx';
import { resendWords } from './words.ts';

interface ResendModalProps {
  transaction: TransactionRow;
  delivery: DeliveryView;
  onClose: () => void;
  onSent: () => void;
}

/** Resends an event, with a reason that is recorded. */
export function ResendModal({ transaction, delivery, onClose, onSent }: ResendModalProps) {
  const text = useWords(resendWords);
  const { resend } = useWords(outcomeWords);
  const flash = useFlash();
  const send = async (why: string) => {
    const { eventId, resends } = delivery;
    const request = { transactionId: transaction.transactionId, eventId, resends, why };
    const sent = await call('POST /me/transactions/{transactionId}/resend', request);
    const content = `${resend.resent}${sent.isQueued ? '' : ` ${text.left}`}`;
    flash({ type: 'success', content });
    return true;
  };
  return (
    <ReasonModal
      title={text.title}
      action={text.send}
      words={{ label: text.why, hint: text.whyHint, missing: text.whyMissing, placeholder: text.whyExample }}
      onSave={send}
      onClose={onClose}
      onDone={onSent}
    >
      <About {...transaction} />
      <Box>{text.what(delivery.event)}</Box>
    </ReasonModal>
  );
}
