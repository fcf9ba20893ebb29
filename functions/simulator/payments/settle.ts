import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { fromAttributes, toAttributes } from '../../runtime/attributes.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { Decision, SettleAction } from '../notify/actions.ts';
import type { CheckoutStatus } from '../sibs/checkout-status.ts';
import { checkoutKey, type Table } from '../table.ts';
import { type Checkout, checkout } from './checkout-item.ts';
import { setExpression } from './writes.ts';

const STATUS_AFTER: Record<Decision, CheckoutStatus> = {
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
  'in-part': { paymentStatus: 'Partial', statusCode: '000' },
  'in-process': { paymentStatus: 'InProcessing', statusCode: '000' },
};

const STARTED = 'attribute_exists(startedAtMs)';
const LIVE = `${STARTED} AND paymentStatus IN (:pending, :inProcess)`;

interface Condition {
  expression: string;
  values: Record<string, string | number>;
}

/** What must hold for an action to settle its payment. */
function conditionOf({ decision, pushId }: SettleAction, nowMs: number): Condition {
  const { expression, values } = conditionOfDecision(decision, nowMs);
  if (pushId === undefined) return { expression, values };
  return { expression: `pushId = :pushId AND ${expression}`, values: { ...values, ':pushId': pushId } };
}

/** After a payment's end no decision applies, except the end of the window and a late payment. */
function conditionOfDecision(decision: Decision, nowMs: number): Condition {
  const live = { ':pending': 'Pending', ':inProcess': 'InProcessing' };
  if (decision === 'approved-late') {
    return { expression: `${STARTED} AND paymentStatus <> :success`, values: { ':success': 'Success' } };
  }
  if (decision === 'window-ended') return { expression: LIVE, values: live };
  return { expression: `${LIVE} AND endsAtMs > :now`, values: { ...live, ':now': nowMs } };
}

/** How long inquiries lag behind the notification, with the manner `status-lags`. */
const LAG_MS = MINUTE_MS;

export type Settling =
  /** Settled by this action, now or by its first delivery. */
  | { kind: 'settled'; checkout: Checkout }
  /** Ended before by another action, or expired; nothing was changed. */
  | { kind: 'not-live' };

/** Settles a started payment by one conditional write, so that one of several actions wins. */
export async function settle({ dynamo, tableName }: Table, action: SettleAction, nowMs: number): Promise<Settling> {
  const update = setExpression({
    ...STATUS_AFTER[action.decision],
    settledAtMs: nowMs,
    settledBy: action.id,
    paidCents: action.paidCents,
    inquiryLagsUntilMs: action.manner === 'status-lags' ? nowMs + LAG_MS : undefined,
  });
  const condition = conditionOf(action, nowMs);
  try {
    const { Attributes = {} } = await dynamo.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: checkoutKey(action.bankId),
        ...update,
        ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ...toAttributes(condition.values) },
        ConditionExpression: condition.expression,
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
