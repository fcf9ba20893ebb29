import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import type { RowDelivery, TransactionRow } from '../../../functions/dashboard/transactions/transactions-row.ts';
import { call } from '../api/client.ts';
import { useFlash } from '../app/flash.tsx';
import type { ConfirmModalProps } from '../components/confirm-modal.tsx';
import { ReasonModal } from '../components/reason-modal.tsx';
import { useWords } from '../i18n/language.ts';
import { outcomeWords } from '../i18n/sentences.ts';
import { About } from './about.tsx';
import { detailWords } from './detail/words.ts';

interface ResendModalProps extends Pick<ConfirmModalProps, 'onClose' | 'onDone'> {
  transaction: TransactionRow;
  delivery: RowDelivery;
  isRefunded: boolean;
}

/** Resends an event, with a reason that is recorded. */
export function ResendModal({ transaction, delivery, isRefunded, ...modal }: ResendModalProps) {
  const text = useWords(detailWords);
  const { resend } = useWords(outcomeWords);
  const flash = useFlash();
  const send = async (why: string) => {
    const { eventId, resends } = delivery;
    const request = { transactionId: transaction.transactionId, eventId, resends, why };
    const { isQueued } = await call('POST /me/transactions/{transactionId}/resend', request);
    flash({ type: 'success', content: isQueued ? resend.resent : `${resend.resent} ${text.resendLeft}` });
    return true;
  };
  return (
    <ReasonModal
      title={text.resendTitle}
      action={text.resend}
      words={{ placeholder: text.resendExample }}
      onSave={send}
      {...modal}
    >
      <About {...transaction} />
      {isRefunded && <Alert type="warning">{text.resendRefunded}</Alert>}
      <Box>{text.resendWhat(delivery.event)}</Box>
    </ReasonModal>
  );
}
