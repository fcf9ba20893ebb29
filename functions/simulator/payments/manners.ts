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

/** From a payment to another operation on it. */
const LATER_S = 8;

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
  const later = (operation: NotificationContent['operation']) =>
    another({ ...current, operation, occurredAtMs: current.occurredAtMs + LATER_S * 1000 }, LATER_S);
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
      return [later('second-payment')];
    case 'refunded':
      return [later('refund')];
    case 'annulled':
      return [later('annulment')];
  }
}
