import type { Manner } from '../notify/actions.ts';
import { derivedId, type NotificationContent } from '../notify/notification-kind.ts';
import { startNotification } from '../sibs/notification.ts';
import type { Checkout } from './checkout-item.ts';

export interface FurtherNotification {
  id: string;
  notice: NotificationContent;
  /** Seconds after the end of the payment; 0 is sent before the correct notification. */
  afterS: number;
}

/** The notifications besides that of the payment's end, which has the id `id` and the content `current`. */
export function furtherNotifications(
  manner: Manner,
  id: string,
  current: NotificationContent,
  checkout: Checkout,
): FurtherNotification[] {
  const another = (notice: NotificationContent, afterS: number): FurtherNotification => ({
    id: derivedId(id, manner),
    notice,
    afterS,
  });
  switch (manner) {
    case 'not-notified':
    case 'status-lags':
      return [];
    case 'notified-twice':
      return [{ id, notice: current, afterS: 2 }];
    case 'forged-first':
      return [another({ ...current, forged: true }, 0)];
    case 'pending-after':
      return [another(startNotification(checkout), 2)];
    case 'paid-twice':
      return [another({ ...current, operation: 'second-payment', occurredAtMs: current.occurredAtMs + 8_000 }, 8)];
    case 'refunded':
      return [another({ ...current, operation: 'refund', occurredAtMs: current.occurredAtMs + 8_000 }, 8)];
    case 'annulled':
      return [another({ ...current, operation: 'annulment', occurredAtMs: current.occurredAtMs + 8_000 }, 8)];
  }
}
