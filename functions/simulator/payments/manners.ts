import type { Manner } from '../notify/actions.ts';
import { derivedId, type Notice } from '../notify/notification-kind.ts';
import { startNotice } from '../sibs/notification.ts';
import type { Checkout } from './checkout-item.ts';

export interface FurtherNotification {
  id: string;
  notice: Notice;
  /** Seconds after the end of the payment; 0 comes even before the truth. */
  afterS: number;
}

/** What is told besides the end of a payment itself. `id` is that notification's, `truth` what it says. */
export function furtherNotifications(
  manner: Manner,
  id: string,
  truth: Notice,
  checkout: Checkout,
): FurtherNotification[] {
  const another = (notice: Notice, afterS: number): FurtherNotification => ({
    id: derivedId(id, manner),
    notice,
    afterS,
  });
  switch (manner) {
    case 'not-told':
    case 'status-lags':
      return [];
    case 'told-twice':
      return [{ id, notice: truth, afterS: 2 }];
    case 'forged-first':
      return [another({ ...truth, forged: true }, 0)];
    case 'pending-after':
      return [another(startNotice(checkout), 2)];
    case 'paid-twice':
      return [another({ ...truth, operation: 'second-payment', occurredAtMs: truth.occurredAtMs + 8_000 }, 8)];
    case 'refunded':
      return [another({ ...truth, operation: 'refund', occurredAtMs: truth.occurredAtMs + 8_000 }, 8)];
    case 'annulled':
      return [another({ ...truth, operation: 'annulment', occurredAtMs: truth.occurredAtMs + 8_000 }, 8)];
  }
}
