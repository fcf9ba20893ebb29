import { type ReactNode, useState } from 'react';
import type { DeliveryView } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import { ResendModal } from './resend-modal.tsx';

interface Resend {
  /** Asks for the reason, in a window over the page. */
  resend: (delivery: DeliveryView) => void;
  resendWindow: ReactNode;
}

/** Sends an event of a transaction again; `onSent` is called when it is on its way. */
export function useResend(transactionId: string, onSent: () => void): Resend {
  const [delivery, setDelivery] = useState<DeliveryView>();
  const close = () => setDelivery(undefined);
  const resendWindow = delivery && (
    <ResendModal
      transactionId={transactionId}
      delivery={delivery}
      onClose={close}
      onSent={() => {
        close();
        onSent();
      }}
    />
  );
  return { resend: setDelivery, resendWindow };
}
