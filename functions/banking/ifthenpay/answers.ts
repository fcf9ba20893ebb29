import type {
  BankStatus,
  KnownPayment,
  MoneyStatus,
  Movement,
  NotStarted,
  PushOutcome,
  ReferenceOutcome,
} from '../bank.ts';
import type { HttpOutcome } from '../http-call.ts';
import { ranked } from '../movement.ts';
import {
  CODE_GIVEN_BACK,
  CODE_NOT_COMPLETED,
  CODE_OK,
  CODE_REFERENCE_OK,
  CODE_REJECTED,
  codeWord,
  DECLINED_CODES,
  OVER_CODES,
  PHONE_CODES,
} from './codes.ts';
import { movementOf } from './ids.ts';
import { ifthenpayTimeMs, type WallTime, wallTimeOf } from './time.ts';
import { centsOf, parseWire, paymentsAnswer, pushAnswer, referenceAnswer, statusAnswer } from './wire.ts';

/** Of `WallTime.text`. */
const TO_THE_MINUTE = '20260213T1541'.length;

/** What a start ended in where there is no answer of the provider's own to read; null where there is one. */
function withoutAnswer(outcome: HttpOutcome): NotStarted | null {
  if (outcome.kind === 'not-sent') return { kind: 'unreachable', detail: `start: ${outcome.detail}` };
  if (outcome.kind === 'no-answer') return { kind: 'unknown', detail: `start: ${outcome.detail}` };
  const { status } = outcome;
  // A 5xx may come from a gateway behind which the call took effect; a 429 from one that stands before it or behind it.
  const detail = `start: HTTP ${status}`;
  if (status >= 500 || status === 408 || status === 429) return { kind: 'unknown', detail };
  return status >= 400 ? { kind: 'fault', detail } : null;
}

/**
 * Reads the answer to a push request. `000` says that the push is out. A push declined in its very answer is taken as
 * live where it has a request id: its status is what fails the transaction.
 */
export function readPush(outcome: HttpOutcome): PushOutcome {
  const ended = withoutAnswer(outcome);
  if (ended) return ended;
  const answer = outcome.kind === 'answered' ? parseWire(pushAnswer, outcome.body) : null;
  const detail = `start: status ${codeWord(answer?.Status)}`;
  if (!answer) return { kind: 'unknown', detail: 'start: not an answer' };
  const { Status: code, RequestId: statusId } = answer;
  if (code === CODE_OK) return statusId ? { kind: 'live', statusId } : { kind: 'live' };
  if (PHONE_CODES.has(code)) return { kind: 'refused', field: 'phoneNumber' };
  if (DECLINED_CODES.has(code))
    return statusId ? { kind: 'live', statusId } : { kind: 'refused', field: 'phoneNumber' };
  if (code === CODE_NOT_COMPLETED) return { kind: 'unreachable', detail };
  if (code.startsWith('-')) return { kind: 'fault', detail };
  // 999 is an error of which nobody says on which side of the push it came.
  return { kind: 'unknown', detail };
}

/** Reads the answer to a request for a reference; `requestedMs` is the expiry asked for, used where the answer names none. */
export function readReference(outcome: HttpOutcome, requestedMs: number): ReferenceOutcome {
  const ended = withoutAnswer(outcome);
  if (ended) return ended;
  const answer = outcome.kind === 'answered' ? parseWire(referenceAnswer, outcome.body) : null;
  if (!answer) return { kind: 'unknown', detail: 'start: not an answer' };
  if (answer.Status !== CODE_REFERENCE_OK) return { kind: 'fault', detail: `start: status ${codeWord(answer.Status)}` };
  const entity = answer.Entity ?? '';
  // Printed in threes in some answers.
  const reference = (answer.Reference ?? '').replaceAll(' ', '').padStart(9, '0');
  const expiresAtMs = answer.ExpiryDate ? ifthenpayTimeMs(answer.ExpiryDate) : requestedMs;
  if (!/^\d{5}$/.test(entity) || !/^\d{9}$/.test(reference) || expiresAtMs === null || !answer.Reference) {
    return { kind: 'unknown', detail: 'start: no usable reference' };
  }
  const issued = { kind: 'issued', entity, reference, expiresAtMs } as const;
  return answer.RequestId ? { ...issued, statusId: answer.RequestId } : issued;
}

/** The push was confirmed, at `paidAtMs`; what came, this answer does not say. */
export interface Confirmed {
  kind: 'confirmed';
  paidAtMs: number | null;
}

/**
 * Reads the answer, given at `nowMs`, to a question about the push `statusId`; `000` is money here. Whatever is not a clear
 * answer is `unknown`.
 */
export function readStatus(outcome: HttpOutcome, statusId: string, nowMs: number): BankStatus | Confirmed {
  if (outcome.kind !== 'answered') return unknown(outcome.detail);
  const answer = outcome.status === 200 ? parseWire(statusAnswer, outcome.body) : null;
  if (!answer) return unknown(`HTTP ${outcome.status}`);
  if (answer.RequestId && answer.RequestId !== statusId) return unknown('of another payment');
  const { Status: code, Message: message } = answer;
  if (code === CODE_OK) {
    // Documented as Success; a 000 that calls itself anything else would be that of a start.
    if (message?.toLowerCase() !== 'success') return { kind: 'waiting' };
    return { kind: 'confirmed', paidAtMs: ifthenpayTimeMs(answer.UpdateAt, nowMs) };
  }
  if (code === CODE_REJECTED) return { kind: 'refused', by: 'customer' };
  if (DECLINED_CODES.has(code) || PHONE_CODES.has(code)) return { kind: 'refused', by: 'bank' };
  if (OVER_CODES.has(code)) return { kind: 'expired', abandoned: false };
  if (code === CODE_GIVEN_BACK) return { kind: 'odd', detail: 'paid and given back' };
  // 123 is a push that waits by one integration, and one that is not found by the service before: the word decides.
  return message?.toLowerCase() === 'pending' ? { kind: 'waiting' } : unknown(codeWord(code));
}

export type Listed =
  /** Every payment of the order, the first with the others as `further`. */
  | { kind: 'received'; status: MoneyStatus }
  /** The list is there, and the payment is not in it. */
  | { kind: 'not-paid' }
  | { kind: 'unknown'; status: BankStatus };

/** Reads the list of received payments of one order id, given at `nowMs`. */
export function readPayments(
  outcome: HttpOutcome,
  orderId: string,
  method: KnownPayment['method'],
  nowMs: number,
): Listed {
  const answer = outcome.kind === 'answered' && outcome.status === 200 ? parseWire(paymentsAnswer, outcome.body) : null;
  if (answer?.status !== '200') return { kind: 'unknown', status: unknown('no list of payments') };
  const entries = (answer.payments ?? [])
    .filter((each) => each.orderId === orderId)
    .map((each) => ({ ...each, time: wallTimeOf(each.paymentDate), amountCents: centsOf(each.amount) }))
    .sort((left, right) => (left.time?.wallMs ?? 0) - (right.time?.wallMs ?? 0));
  const names = ranked(
    entries.map(({ requestId, amountCents, time }) => movementOf(method, requestId ?? '', amountCents, toMinute(time))),
  );
  const [first, ...further] = entries.map(({ amountCents, paymentDate }, index): MoneyStatus => {
    const operationId = names[index] ?? '';
    if (amountCents === null) return { kind: 'odd', detail: 'listed with an unreadable amount', operationId };
    const paidAtMs = ifthenpayTimeMs(paymentDate, nowMs);
    return { kind: 'paid', method, amountCents, paidAtMs, operationId };
  });
  if (!first) return { kind: 'not-paid' };
  return { kind: 'received', status: further.length === 0 ? first : { ...first, further } };
}

/** Every payment that the list has under one order id; null where there is no list to read. */
export function readMovements(outcome: HttpOutcome, orderId: string): Movement[] | null {
  const answer = outcome.kind === 'answered' && outcome.status === 200 ? parseWire(paymentsAnswer, outcome.body) : null;
  if (answer?.status !== '200') return null;
  return (answer.payments ?? [])
    .filter((each) => each.orderId === orderId)
    .map(({ amount, paymentDate }) => ({
      kind: 'payment',
      amountCents: centsOf(amount),
      atMs: ifthenpayTimeMs(paymentDate),
    }));
}

/** The list goes by the minute: its seconds are always 00 where they are written at all. */
function toMinute(time: WallTime | null): WallTime | null {
  return time?.text.endsWith('00') ? { ...time, text: time.text.slice(0, TO_THE_MINUTE) } : time;
}

function unknown(detail: string): BankStatus {
  return { kind: 'unknown', detail: `status: ${detail}` };
}
