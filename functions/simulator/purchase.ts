import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Clock, isoTime } from '../runtime/clock.ts';
import type { Accounts } from './accounts.ts';
import type { Schedule } from './actions.ts';
import { byDigest } from './authorize.ts';
import type { Checkout } from './checkout-item.ts';
import { customerOf, type PushedCustomer } from './customers.ts';
import { merchantDescription, paymentDescription } from './payment-description.ts';
import { type Answer, refusal } from './refusal.ts';
import { declineUnregistered, PUSH_WINDOW_MS, startPush } from './start.ts';
import { startable } from './startable.ts';
import type { Table } from './table.ts';
import { jsonBody, type WebRequest } from './web.ts';
import { PHONE_ALIAS, returnStatus } from './wire.ts';

/** Beyond any caller's patience, yet within the 29 s after which the API itself would answer. */
const SILENCE_MS = 26_000;

const purchaseRequest = z.object({ customerPhone: z.string() });

export interface PurchaseDependencies {
  table: Table;
  accounts: Accounts;
  schedule: Schedule;
  clock: Clock;
  sleep: (delayMs: number) => Promise<unknown>;
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
  if (!(await startPush(table, checkout.bankId, phone, nowMs))) throw refusal('already-started');
  await scheduleEnds(checkout.bankId, customer, dependencies.schedule);
  if (customer.push === 'sent-unanswered') await dependencies.sleep(SILENCE_MS);
  return answer(checkout, { paymentStatus: 'Pending', statusCode: '000' }, nowMs);
}

/** The customer's decision, if there will be one, and the end of the window; whichever comes first holds. */
async function scheduleEnds(bankId: string, customer: PushedCustomer, schedule: Schedule): Promise<void> {
  const ends = [{ decision: 'window-ended' as const, afterS: PUSH_WINDOW_MS / 1000 }, customer.decides];
  await Promise.all(
    ends
      .filter((end) => end !== undefined)
      .map(({ decision, afterS }) => schedule({ kind: 'settle', id: randomUUID(), bankId, decision }, afterS)),
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
