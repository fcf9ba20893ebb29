import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Clock, isoTime } from '../runtime/clock.ts';
import type { Accounts } from './accounts.ts';
import type { Schedule } from './actions.ts';
import { byDigest } from './authorize.ts';
import type { Checkout } from './checkout-item.ts';
import { merchantDescription, paymentDescription } from './payment-description.ts';
import { type Answer, refusal } from './refusal.ts';
import { issueReference } from './start.ts';
import { startable } from './startable.ts';
import type { Table } from './table.ts';
import { jsonBody, type WebRequest } from './web.ts';
import { returnStatus } from './wire.ts';

export interface ReferenceDependencies {
  table: Table;
  accounts: Accounts;
  schedule: Schedule;
  clock: Clock;
}

/** `POST /payments/{transactionId}/service-reference/generate`: a payment reference, payable until the checkout's final date. */
export async function reference(
  request: WebRequest,
  { table, accounts, schedule, clock }: ReferenceDependencies,
): Promise<Answer> {
  const checkout = await byDigest(request, accounts, table);
  if (!z.object({}).safeParse(jsonBody(request)).success) throw refusal('invalid', 'body must be an object');
  const nowMs = clock();
  startable(checkout, 'REFERENCE', nowMs);
  const { bankId, entity, finalAtMs: endsAtMs, amountCents } = checkout;
  if (entity === undefined || endsAtMs === undefined) throw new Error('a checkout with REFERENCE has no terms');
  if (nowMs >= endsAtMs) throw refusal('reference-data', 'finalDatetime');

  const number = await issueReference(table, { bankId, entity, endsAtMs, amountCents }, nowMs);
  if (number === undefined) throw refusal('already-started');
  await schedule({ kind: 'issued', id: randomUUID(), bankId }, 0);
  const issued: Checkout = { ...checkout, method: 'REFERENCE', startedAtMs: nowMs, endsAtMs, reference: number };
  return {
    httpStatus: 200,
    body: {
      ...paymentDescription(issued, issued),
      merchant: merchantDescription(issued),
      execution: { startTime: isoTime(nowMs), endTime: isoTime(clock()) },
      returnStatus: returnStatus('000'),
    },
  };
}
