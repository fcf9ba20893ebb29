import type { Transaction } from '../../../functions/payments/transaction.ts';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import type { ApiRig } from '../../rig/page-functions.ts';
import { putException, putRefund } from '../../rig/stored-money.ts';
import { paidWith, put, putListed } from '../../rig/stored-rows.ts';
import { attemptWith } from '../../rig/transactions.ts';
import { webhooksIn } from '../../rig/wired.ts';

export interface Shop {
  merchantId: string;
  name: string;
  /** Claims of its user. */
  claims: Record<string, string>;
  /** Paid; its webhook was not delivered. */
  transactionId: string;
  eventId: string;
  skippedId: string;
  exceptionId: string;
  testId: string;
  apiKey: string;
  webhookSecret: string;
  /** What only this shop's data holds. */
  marks: string[];
}

const CREATED_BEFORE_MS = 120_000;
const HOUR_AGO_MS = Date.now() - HOUR_MS;

/** An hour ago, or a little more, so that what was settled then was created on the same day. */
const SETTLED_AT =
  lisbonDayName(HOUR_AGO_MS - CREATED_BEFORE_MS) === lisbonDayName(HOUR_AGO_MS)
    ? HOUR_AGO_MS
    : HOUR_AGO_MS - CREATED_BEFORE_MS;
export const TODAY = lisbonDayName(SETTLED_AT);

let shops = 0;

/**
 * A merchant with something of every kind: its user, an undelivered and a skipped event, an exception, a test, a refund.
 */
export async function openShop(rig: ApiRig): Promise<Shop> {
  shops += 1;
  const name = `Shop ${shops} of marks`;
  const webhookUrl = `https://shop-${shops}.marks.example/hook`;
  const { merchantId, apiKey, webhookSecret } = await rig.accounts.create({
    name,
    status: 'active',
    bankAccount: 'main',
    webhookUrl,
  });
  const eventId = `evt_shop${shops}`;
  const of = (orderId: string): Partial<Transaction> => ({ merchantId, externalOrderId: `${orderId}-${merchantId}` });
  const undelivered = paidWith(SETTLED_AT, of('UNDELIVERED'), { state: 'not_delivered' });
  const [settlement] = undelivered.settlements ?? [];
  if (!settlement) throw new Error('shop: no settlement');
  const fields = {
    ...undelivered,
    amountCents: 77_700 + shops,
    attempts: [attemptWith({ bankId: `bank-${merchantId}`, state: 'ended' })],
    paidBy: 0,
    settlements: [{ ...settlement, eventId }],
  };
  const transactionId = await putListed(rig, fields);
  const refundId = `refund-${merchantId}`;
  await putRefund(rig.client, { transactionId, merchantId, refundId, returnedCents: 1_100 + shops, atMs: SETTLED_AT });
  const skippedId = await putListed(rig, paidWith(SETTLED_AT, of('SKIPPED'), { state: 'skipped' }));
  const bankId = `late-${merchantId}`;
  await putException(rig.client, { transactionId, merchantId, bankId, openedAt: SETTLED_AT });
  const result = { at: SETTLED_AT, state: 'compared', entries: 0, oursCents: 0, listedCents: 0, remains: [] };
  const counts = { recorded: 0, remaining: 0, failed: 0 };
  // No night is a merchant's; this one has its id as the name of a bank account.
  await put(rig, { transactionId: 'night', item: `day#${TODAY}#${merchantId}`, result: { ...result, ...counts } });
  const testId = await webhooksIn(rig.client).sendTestEvent(merchantId);
  const claims = await rig.user(merchantId);
  const ids = { merchantId, transactionId, eventId, skippedId, exceptionId: `late#${bankId}`, testId };
  const marks = [...Object.values(ids), refundId, name, webhookUrl, apiKey, webhookSecret, `"${claims.sub}"`];
  return { ...ids, name, claims, apiKey, webhookSecret, marks };
}
