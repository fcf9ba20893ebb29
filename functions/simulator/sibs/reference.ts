import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import type { Accounts } from '../accounts.ts';
import { playTrouble, type Sleep } from '../control/troubled.ts';
import type { Schedule } from '../notify/actions.ts';
import { secondsUntil } from '../notify/schedule.ts';
import { type ReferencePlay, referencePlay, type When } from '../payments/amounts.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { issueReference } from '../payments/start.ts';
import type { Table } from '../table.ts';
import { jsonBody, type WebRequest } from '../web.ts';
import { byDigest } from './authorize.ts';
import { assertStartable } from './checkout-status.ts';
import { merchantDescription, paymentDescription } from './payment-description.ts';
import { type Answer, refusal } from './refusal.ts';
import { returnStatus } from './wire.ts';

export interface ReferenceDependencies {
  table: Table;
  accounts: Accounts;
  schedule: Schedule;
  clock: Clock;
  sleep: Sleep;
}

/**
 * `POST /payments/{transactionId}/service-reference/generate`: a reference, payable until the checkout's final date.
 */
export async function reference(request: WebRequest, dependencies: ReferenceDependencies): Promise<Answer> {
  const { table, accounts, clock, sleep } = dependencies;
  const checkout = await byDigest(request, accounts, table);
  if (!z.object({}).safeParse(jsonBody(request)).success) throw refusal('invalid', 'body must be an object');
  assertStartable(checkout, 'REFERENCE', clock());
  const play = referencePlay(checkout.amountCents);
  return playTrouble(play.trouble, sleep, () => issue(checkout, play, dependencies));
}

async function issue(
  checkout: Checkout,
  play: ReferencePlay,
  { table, schedule, clock }: ReferenceDependencies,
): Promise<Answer> {
  const nowMs = clock();
  const { bankId, entity, finalAtMs, amountCents } = checkout;
  if (entity === undefined || finalAtMs === undefined) throw new Error('a checkout with REFERENCE has no terms');
  if (nowMs >= finalAtMs) throw refusal('reference-data', 'finalDatetime');

  const endsAtMs = play.endsAfterS === undefined ? finalAtMs : nowMs + play.endsAfterS * 1000;
  const number = await issueReference(table, { bankId, entity, endsAtMs, amountCents }, nowMs);
  if (number === undefined) throw refusal('already-started');
  const issued: Checkout = { ...checkout, method: 'REFERENCE', startedAtMs: nowMs, endsAtMs, reference: number };
  await schedulePlay(issued, play, schedule, nowMs);
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

/** Schedules the notification of the generation, and what happens to a reference of this amount. */
export async function schedulePlay(
  { bankId, endsAtMs = 0 }: Checkout,
  { paid, generationNotifiedAfterS = 0 }: ReferencePlay,
  schedule: Schedule,
  nowMs: number,
): Promise<void> {
  await schedule({ kind: 'issued', id: randomUUID(), bankId }, generationNotifiedAfterS);
  if (!paid) return;
  const { decision, cents: paidCents, manner, when } = paid;
  const delayS = secondsUntil(timeOf(when, nowMs, endsAtMs), nowMs);
  await schedule({ kind: 'settle', id: randomUUID(), bankId, decision, paidCents, manner }, delayS);
}

function timeOf({ after, seconds }: When, issuedAtMs: number, endsAtMs: number): number {
  return (after === 'issue' ? issuedAtMs : endsAtMs) + seconds * 1000;
}
