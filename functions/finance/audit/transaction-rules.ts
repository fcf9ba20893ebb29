import { closedKey, openKey } from '../../payments/exceptions/exception-keys.ts';
import { NEVER_STARTED_MS } from '../../payments/times.ts';
import type { Transaction } from '../../payments/transaction.ts';
import { TRANSITIONS } from '../../payments/transitions.ts';
import { isoTime } from '../../runtime/clock.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import { payloadOf } from '../../webhooks/event.ts';
import { EDGE_MS } from '../reconciliation/near-midnight.ts';
import { deliveryFaults } from './delivery-rules.ts';
import { isReturnedUnexplained, sumFaults } from './money-rules.ts';
import type { Stored, StoredException } from './stored.ts';
import type { Fault } from './violation.ts';

/**
 * The faults of one transaction as stored (invariants 1 to 5 and 9): the rules of the nightly audit. Pure; `nowMs` is
 * when it was read.
 */
export function transactionFaults(stored: Stored, nowMs: number): Fault[] {
  const { transaction } = stored;
  return [
    ...statusFaults(transaction),
    ...paidFaults(transaction),
    ...payloadFaults(transaction),
    ...startFaults(transaction),
    ...dueFaults(transaction, nowMs),
    ...exceptionFaults(stored),
    ...sumFaults(stored),
    ...stored.exceptions.flatMap(listFaults),
    ...deliveryFaults(stored, nowMs),
  ];
}

/** Invariant 1: the status is that of the newest event, and each step is one of the transition table. */
function statusFaults({ status, settlements }: Transaction): Fault[] {
  const steps = ['pending' as const, ...settlements.map((settlement) => settlement.status)];
  const faults = steps.slice(1).flatMap((to, index) => {
    const from = steps[index];
    const isAllowed = TRANSITIONS.some((transition) => transition.from === from && transition.to === to);
    return isAllowed ? [] : [`from ${from} to ${to}`];
  });
  const newest = steps.at(-1);
  if (status !== newest) faults.push(`${status}, and the newest event is ${newest}`);
  return faults.map((detail) => ({ kind: 'status', detail }));
}

/** Invariant 1: `paidAt` if and only if paid; the paid start is one of those there were. */
function paidFaults({ status, paidAt, paidBy, attempts, settlements }: Transaction): Fault[] {
  const isPaid = status === 'paid';
  const details = [
    (paidAt !== undefined) !== isPaid && `${status} ${paidAt === undefined ? 'without' : 'with'} a time of payment`,
    (paidBy !== undefined) !== isPaid && `${status} ${paidBy === undefined ? 'without' : 'with'} a paid start`,
    paidBy !== undefined && attempts[paidBy] === undefined && `start ${paidBy} was paid and does not exist`,
    ...settlements.map(
      (each) =>
        (each.paidAt !== null) !== (each.status === 'paid') &&
        `${each.eventId}: ${each.status}, paid at ${each.paidAt}`,
    ),
    ...settlements.map(
      (each) => (each.paidAt ?? 0) > each.settledAt + EDGE_MS && `${each.eventId}: paid after it was recorded`,
    ),
  ];
  return details.filter((detail) => detail !== false).map((detail) => ({ kind: 'paid-at', detail }));
}

/** Invariant 4: the webhook's payload agrees with the transaction. */
function payloadFaults(transaction: Transaction): Fault[] {
  const { settlements, paymentMethod, paidAt = null, paidBy, attempts, paidCents, amountCents } = transaction;
  const newest = settlements.at(-1);
  const paidMethod = paidBy === undefined ? undefined : attempts[paidBy]?.method;
  const details = [
    newest && newest.paymentMethod !== paymentMethod && `method ${newest.paymentMethod}, is ${paymentMethod}`,
    newest && newest.paidAt !== paidAt && `paid at ${newest.paidAt}, is ${paidAt}`,
    paidMethod !== undefined && paidMethod !== paymentMethod && `paid by ${paidMethod}, is ${paymentMethod}`,
    paidCents !== undefined && paidCents <= amountCents && `received ${paidCents} cents of ${amountCents}`,
    new Set(settlements.map(({ eventId }) => eventId)).size !== settlements.length && 'two events of one id',
    ...settlements.map((each, index) => {
      const since = settlements[index - 1]?.settledAt ?? 0;
      return each.settledAt < since && `${each.eventId}: settled before the event before it`;
    }),
    ...settlements.map((each) => hasPayload(transaction, each) || `${each.eventId}: no event can be made of it`),
  ];
  return details.filter((detail) => typeof detail === 'string').map((detail) => ({ kind: 'payload', detail }));
}

function hasPayload(transaction: Transaction, settlement: Transaction['settlements'][number]): true | undefined {
  try {
    return payloadOf(transaction, settlement) === '' || true;
  } catch {
    return undefined;
  }
}

/** Invariant 2: at most one live start, and none once it has ended; the phone is known only until then. */
function startFaults({ status, liveAttempt, attempts, mb }: Transaction): Fault[] {
  const isOver = status !== 'pending';
  const details = [
    isOver && liveAttempt !== undefined && `${status}, and start ${liveAttempt} is live`,
    liveAttempt !== undefined &&
      attempts[liveAttempt] === undefined &&
      `start ${liveAttempt} is live and does not exist`,
    isOver && attempts.some(({ phoneHash }) => phoneHash !== undefined) && 'a phone is still known',
    mb !== undefined &&
      attempts.every(({ method }) => method !== 'REFERENCE') &&
      'a reference that was never asked for',
  ];
  return details.filter((detail) => detail !== false).map((detail) => ({ kind: 'start', detail }));
}

/** `dueAt` if and only if the payment is pending or a delivery unfinished, and no later than what it waits for. */
function dueFaults(
  { status, dueAt, settlements, createdAt, attempts, liveAttempt }: Transaction,
  nowMs: number,
): Fault[] {
  const isUnfinished = status === 'pending' || settlements.some(({ delivery }) => delivery.state === 'pending');
  if ((dueAt !== undefined) !== isUnfinished) {
    return [{ kind: 'due', detail: isUnfinished ? 'unfinished and not due' : 'finished and still due' }];
  }
  const endsAt = attempts[liveAttempt ?? -1]?.endsAt ?? createdAt + NEVER_STARTED_MS;
  // A bank that does not decide is queried at least once a day.
  const latestAt = Math.max(endsAt, nowMs) + 2 * DAY_MS;
  return dueAt !== undefined && dueAt > latestAt ? [{ kind: 'due', detail: `only due at ${isoTime(dueAt)}` }] : [];
}

/** Due for more than a day: the sweep moves the time of everything that it processes. */
export function isUnattended(dueAt: number | undefined, nowMs: number): dueAt is number {
  return dueAt !== undefined && dueAt < nowMs - DAY_MS;
}

/** Decision D9: a late payment, an overpayment and a return of more than was received each have an exception. */
function exceptionFaults(stored: Stored): Fault[] {
  const { settlements, paidCents } = stored.transaction;
  const has = (kind: string) => stored.exceptions.some((exception) => exception.kind === kind);
  const isLate = settlements.length > 1 && settlements.at(-1)?.status === 'paid';
  const details = [
    isLate && !has('late') && 'a late payment',
    paidCents !== undefined && !has('overpaid') && 'paid more than was asked for',
    isReturnedUnexplained(stored) && 'more returned than received',
  ];
  return details.filter((detail) => detail !== false).map((detail) => ({ kind: 'exception', detail }));
}

/** Decision D9: an exception that is missing from its list is never seen. */
function listFaults({ exceptionId, state, openedAt, closed, merchantId, listedAs }: StoredException): Fault[] {
  const closedAs = closed && closedKey(closed.at, merchantId);
  const should = state === 'open' ? openKey(merchantId, openedAt) : closedAs;
  if (should !== undefined && listedAs === should) return [];
  const wanted = should ?? 'closed by somebody';
  return [{ kind: 'exception', detail: `${exceptionId} is listed as ${listedAs ?? 'nothing'}, should be ${wanted}` }];
}
