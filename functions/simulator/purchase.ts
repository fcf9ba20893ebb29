import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Clock, isoTime } from '../runtime/clock.ts';
import type { Accounts } from './accounts.ts';
import { later, type Schedule, type SettleAction } from './actions.ts';
import { byDigest } from './authorize.ts';
import type { Checkout } from './checkout-item.ts';
import { customerOf, type Happening, type PushedCustomer } from './customers.ts';
import { merchantDescription, paymentDescription } from './payment-description.ts';
import { type Answer, refusal } from './refusal.ts';
import { declineUnregistered, PUSH_WINDOW_MS, startPush } from './start.ts';
import { startable } from './startable.ts';
import type { Table } from './table.ts';
import { playTrouble, SILENCE_MS, type Sleep } from './troubled.ts';
import { jsonBody, type WebRequest } from './web.ts';
import { PHONE_ALIAS, returnStatus } from './wire.ts';

const purchaseRequest = z.object({ customerPhone: z.string() });

export interface PurchaseDependencies {
  table: Table;
  accounts: Accounts;
  schedule: Schedule;
  clock: Clock;
  sleep: Sleep;
}

/** `POST /payments/{transactionId}/mbway-id/purchase`: the push to the customer's phone, whose number decides what follows. */
export async function purchase(request: WebRequest, dependencies: PurchaseDependencies): Promise<Answer> {
  const { accounts, table, clock } = dependencies;
  const checkout = await byDigest(request, accounts, table);
  const parsed = purchaseRequest.safeParse(jsonBody(request));
  if (!parsed.success) throw refusal('invalid', 'customerPhone');
  const phone = parsed.data.customerPhone;
  if (!PHONE_ALIAS.test(phone)) throw refusal('phone-format', 'customerPhone');
  const nowMs = clock();
  startable(checkout, 'MBWAY', nowMs);

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
  { table, schedule, clock, sleep }: PurchaseDependencies,
): Promise<Answer> {
  const nowMs = clock();
  if (!(await startPush(table, checkout, phone, nowMs))) throw refusal('already-started');
  await scheduleEnds(checkout, customer, schedule, nowMs);
  if (customer.push === 'sent-unanswered') await sleep(SILENCE_MS);
  if (customer.answersAfterS) await sleep(customer.answersAfterS * 1000);
  return answer(checkout, { paymentStatus: 'Pending', statusCode: '000' }, nowMs);
}

/** The customer's decision, if there will be one, and the end of the window; whichever comes first holds. */
export async function scheduleEnds(
  { bankId, amountCents }: Checkout,
  customer: PushedCustomer,
  schedule: Schedule,
  nowMs: number,
): Promise<void> {
  const windowEnd: Happening = { decision: 'window-ended', afterS: PUSH_WINDOW_MS / 1000 };
  const happenings = [windowEnd, customer.besides, customer.decides].filter((happening) => happening !== undefined);
  await Promise.all(
    happenings.map(({ decision, afterS, manner, pays }) => {
      const paidCents = pays?.(amountCents);
      const action: SettleAction = { kind: 'settle', id: randomUUID(), bankId, decision, manner, paidCents };
      return later(schedule, action, nowMs + afterS * 1000, nowMs);
    }),
  );
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
