import { type ReactNode, useState } from 'react';
import type { DeliveryView } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { ResendModal } from './resend-modal.tsx';

interface Resend {
  /** Asks for the reason, in a window over the page. */
  resend: (delivery: DeliveryView) => void;
  resendWindow: ReactNode;
}

/** Sends an event of a transaction again; `onSent` is called when it is on its way. */
export function useResend(transaction: TransactionRow | undefined, onSent: () => void): Resend {
  const [delivery, setDelivery] = useState<DeliveryView>();
  const close = () => setDelivery(undefined);
  const resendWindow = delivery && transaction && (
    <ResendModal
      transaction={transaction}
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
