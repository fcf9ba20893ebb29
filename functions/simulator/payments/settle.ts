import { type Condition, type Table, updateItem } from '../table.ts';
import type { Decision, SettleAction } from './actions.ts';
import { type Checkout, checkoutKey, type PaymentStatus, readCheckout } from './checkout.ts';

const STATUS_AFTER: Record<Decision, PaymentStatus> = {
  approved: { paymentStatus: 'Success', statusCode: '000' },
  'approved-late': { paymentStatus: 'Success', statusCode: '000' },
  rejected: { paymentStatus: 'Declined', statusCode: 'E0500' },
  'no-funds': { paymentStatus: 'Declined', statusCode: 'E0113' },
  'window-ended': { paymentStatus: 'Timeout', statusCode: '000' },
  abandoned: {
    paymentStatus: 'Declined',
    statusCode: 'E0500',
    statusDescription: 'Operation abandoned, not accepted nor refused by the holder',
  },
  unregistered: { paymentStatus: 'Declined', statusCode: 'E0506' },
};

const STARTED = 'attribute_exists(startedAtMs)';

/** After a payment's end no decision applies, except the end of the window and a late payment. */
function conditionOf(decision: Decision, nowMs: number): Condition {
  if (decision === 'approved-late') {
    return { expression: `${STARTED} AND paymentStatus <> :success`, values: { ':success': 'Success' } };
  }
  const live = `${STARTED} AND paymentStatus = :pending`;
  if (decision === 'window-ended') return { expression: live, values: { ':pending': 'Pending' } };
  return { expression: `${live} AND endsAtMs > :now`, values: { ':pending': 'Pending', ':now': nowMs } };
}

/**
 * Settles a started payment by one conditional write, so that one of several actions wins. Undefined when another
 * action has won, or the payment has expired. A repeat of the winner gets the payment again.
 */
export async function settle(table: Table, action: SettleAction, nowMs: number): Promise<Checkout | undefined> {
  const { id: settledBy, bankId, decision, paidCents } = action;
  const fields = { ...STATUS_AFTER[decision], settledAtMs: nowMs, settledBy, paidCents };
  await updateItem(table, checkoutKey(bankId), fields, conditionOf(decision, nowMs));
  const checkout = await readCheckout(table, bankId);
  return checkout?.settledBy === settledBy ? checkout : undefined;
}
