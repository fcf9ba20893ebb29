import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { fromAttributes, toAttributes } from '../runtime/attributes.ts';
import type { Decision, SettleAction } from './actions.ts';
import { type Checkout, checkout } from './checkout-item.ts';
import type { CheckoutStatus } from './checkout-status.ts';
import { setExpression } from './set-expression.ts';
import { checkoutKey, type Table } from './table.ts';

const STATUS_AFTER: Record<Decision, CheckoutStatus> = {
  approved: { paymentStatus: 'Success', statusCode: '000' },
  rejected: { paymentStatus: 'Declined', statusCode: 'E0500' },
  'no-funds': { paymentStatus: 'Declined', statusCode: 'E0113' },
  'window-ended': { paymentStatus: 'Timeout', statusCode: '000' },
};

const LIVE = 'attribute_exists(startedAtMs) AND paymentStatus = :pending';

export type Settling =
  /** Settled by this action, now or when it came the first time. */
  | { kind: 'settled'; checkout: Checkout }
  /** Ended otherwise before, or its time is over; nothing was changed. */
  | { kind: 'not-live' };

/**
 * Ends a started payment by one conditional write, so that of several actions one wins. Nobody can decide after the
 * payment's end; only the end of the window itself comes then.
 */
export async function settle({ dynamo, tableName }: Table, action: SettleAction, nowMs: number): Promise<Settling> {
  const inTime = action.decision === 'window-ended' ? '' : ' AND endsAtMs > :now';
  const update = setExpression({
    ...STATUS_AFTER[action.decision],
    settledAtMs: nowMs,
    settledBy: action.id,
    paidCents: action.paidCents,
  });
  const values = toAttributes({ ':pending': 'Pending', ...(inTime ? { ':now': nowMs } : {}) });
  try {
    const { Attributes = {} } = await dynamo.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: checkoutKey(action.bankId),
        ...update,
        ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ...values },
        ConditionExpression: LIVE + inTime,
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { kind: 'settled', checkout: checkout.parse(fromAttributes(Attributes)) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if (error.Item?.settledBy?.S !== action.id) return { kind: 'not-live' };
    return { kind: 'settled', checkout: checkout.parse(fromAttributes(error.Item)) };
  }
}
