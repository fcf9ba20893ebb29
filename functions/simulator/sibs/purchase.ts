import * as z from 'zod';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import type { Accounts } from '../accounts.ts';
import { playTrouble } from '../control/troubled.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { customerOf, type PushedCustomer } from '../payments/customers.ts';
import { type PushDependencies, push } from '../payments/push.ts';
import { declineUnregistered } from '../payments/start.ts';
import { jsonBody, type WebRequest } from '../web.ts';
import { byDigest } from './authorize.ts';
import { assertStartable } from './checkout-status.ts';
import { merchantDescription, paymentDescription } from './payment-description.ts';
import { type Answer, refusal } from './refusal.ts';
import { PHONE_ALIAS, returnStatus } from './wire.ts';

const purchaseRequest = z.object({ customerPhone: z.string() });

export interface PurchaseDependencies extends PushDependencies {
  accounts: Accounts;
  clock: Clock;
}

/**
 * `POST /payments/{transactionId}/mbway-id/purchase`: the push to the customer's phone; its number selects what
 * follows.
 */
export async function purchase(request: WebRequest, dependencies: PurchaseDependencies): Promise<Answer> {
  const { accounts, table, clock } = dependencies;
  const checkout = await byDigest(request, accounts, table);
  const parsed = purchaseRequest.safeParse(jsonBody(request));
  if (!parsed.success) throw refusal('invalid', 'customerPhone');
  const phone = parsed.data.customerPhone;
  if (!PHONE_ALIAS.test(phone)) throw refusal('phone-format', 'customerPhone');
  const nowMs = clock();
  assertStartable(checkout, 'MBWAY', nowMs);

  const customer = customerOf(phone);
  if (customer.push === 'unavailable') throw refusal('unavailable');
  if (customer.push === 'not-registered') {
    if (!(await declineUnregistered(table, checkout.bankId, nowMs))) throw refusal('already-started');
    return answer(checkout, { paymentStatus: 'Declined', statusCode: 'E0506' }, nowMs);
  }
  const pushed: PushedCustomer = customer.push === 'troubled' ? { push: 'sent' } : customer;
  const trouble = customer.push === 'troubled' ? customer.trouble : undefined;
  return playTrouble(trouble, dependencies.sleep, () => sendPush(checkout, phone, pushed, dependencies));
}

async function sendPush(
  checkout: Checkout,
  phone: string,
  customer: PushedCustomer,
  dependencies: PurchaseDependencies,
): Promise<Answer> {
  const nowMs = dependencies.clock();
  if (!(await push(checkout, phone, customer, nowMs, dependencies))) throw refusal('already-started');
  return answer(checkout, { paymentStatus: 'Pending', statusCode: '000' }, nowMs);
}

function answer(
  checkout: Checkout,
  status: { paymentStatus: 'Pending' | 'Declined'; statusCode: '000' | 'E0506' },
  startedAtMs: number,
): Answer {
  const started: Checkout = { ...checkout, method: 'MBWAY' };
  return {
    httpStatus: 200,
    body: {
      ...paymentDescription(started, status),
      merchant: merchantDescription(checkout),
      execution: { startTime: isoTime(startedAtMs), endTime: isoTime(startedAtMs) },
      returnStatus: returnStatus(status.statusCode),
    },
  };
}
