import type { BankStatus, ListedPayment, NotStarted, PushOutcome, ReferenceOutcome } from '../bank.ts';
import { type HttpOutcome, unanswered } from '../http-call.ts';
import {
  CODE_GIVEN_BACK,
  CODE_NOT_COMPLETED,
  CODE_OK,
  CODE_PENDING,
  CODE_REFERENCE_OK,
  CODE_REJECTED,
  codeWord,
  DECLINED_CODES,
  OVER_CODES,
  PHONE_CODES,
} from './codes.ts';
import { ifthenpayTimeMs } from './time.ts';
import { centsOf, parseWire, paymentsAnswer, pushAnswer, referenceAnswer, statusAnswer } from './wire.ts';

/** The outcome of a start without an answer of the provider; null where there is an answer to read. */
function withoutAnswer(outcome: HttpOutcome): NotStarted | null {
  if (outcome.kind === 'not-sent') return { kind: 'unreachable', detail: `start: ${outcome.detail}` };
  if (outcome.kind === 'no-answer') return { kind: 'unknown', detail: `start: ${outcome.detail}` };
  const { status } = outcome;
  // A 5xx or 429 may come from a gateway in front of the provider: the call may have taken effect.
  const detail = `start: HTTP ${status}`;
  if (status >= 500 || status === 408 || status === 429) return { kind: 'unknown', detail };
  return status >= 400 ? { kind: 'fault', detail } : null;
}

/**
 * Reads the answer to a push request. `000`: the push was sent. A push that is declined in this answer is `live`
 * where it has a request id: the status inquiry then fails the transaction.
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
  // 999 is an error before or after the push.
  return { kind: 'unknown', detail };
}

/** Reads the answer to a reference request; `requestedMs` is the requested expiry, used where the answer has none. */
export function readReference(outcome: HttpOutcome, requestedMs: number): ReferenceOutcome {
  const ended = withoutAnswer(outcome);
  if (ended) return ended;
  const answer = outcome.kind === 'answered' ? parseWire(referenceAnswer, outcome.body) : null;
  if (!answer) return { kind: 'unknown', detail: 'start: not an answer' };
  if (answer.Status !== CODE_REFERENCE_OK) return { kind: 'fault', detail: `start: status ${codeWord(answer.Status)}` };
  const entity = answer.Entity ?? '';
  // Some answers group the digits in threes.
  const reference = (answer.Reference ?? '').replaceAll(' ', '').padStart(9, '0');
  const expiresAtMs = answer.ExpiryDate ? ifthenpayTimeMs(answer.ExpiryDate) : requestedMs;
  if (!/^\d{5}$/.test(entity) || !/^\d{9}$/.test(reference) || expiresAtMs === null || !answer.Reference) {
    return { kind: 'unknown', detail: 'start: no usable reference' };
  }
  const issued = { kind: 'issued', entity, reference, expiresAtMs } as const;
  return answer.RequestId ? { ...issued, statusId: answer.RequestId } : issued;
}

/** The push was confirmed, at `paidAtMs`; the answer does not give the amount. */
export interface Confirmed {
  kind: 'confirmed';
  paidAtMs: number | null;
}

/** Reads the answer, given at `nowMs`, to an inquiry about the push `statusId`; `000` is money here. */
export function readStatus(outcome: HttpOutcome, statusId: string, nowMs: number): BankStatus | Confirmed {
  if (outcome.kind !== 'answered') return unanswered(outcome);
  const answer = outcome.status === 200 ? parseWire(statusAnswer, outcome.body) : null;
  if (!answer) return unknown(`HTTP ${outcome.status}`);
  if (answer.RequestId && answer.RequestId !== statusId) return unknown('of another payment');
  const { Status: code, Message: message } = answer;
  if (code === CODE_OK) {
    // Documented as Success; a 000 with another message would be that of a start.
    if (message?.toLowerCase() !== 'success') return { kind: 'waiting' };
    return { kind: 'confirmed', paidAtMs: ifthenpayTimeMs(answer.UpdateAt, nowMs) };
  }
  if (code === CODE_REJECTED) return { kind: 'refused', by: 'customer' };
  if (DECLINED_CODES.has(code) || PHONE_CODES.has(code)) return { kind: 'refused', by: 'bank' };
  if (OVER_CODES.has(code)) return { kind: 'expired', abandoned: false };
  if (code === CODE_GIVEN_BACK) return { kind: 'odd', detail: 'paid and given back' };
  const isPending = code === CODE_PENDING ? !/not found/i.test(message ?? '') : message?.toLowerCase() === 'pending';
  return isPending ? { kind: 'waiting' } : unknown(codeWord(code));
}

/**
 * Reads the list of received payments, given at `nowMs`, in order of time; null where the answer is no list. A payment
 * without an order id has the provider's id.
 */
export function readPayments(outcome: HttpOutcome, nowMs: number): ListedPayment[] | null {
  if (outcome.kind !== 'answered' || outcome.status !== 200) return null;
  const answer = parseWire(paymentsAnswer, outcome.body);
  if (answer?.status !== '200') return null;
  return (answer.payments ?? [])
    .map(({ orderId, requestId, amount, paymentDate }) => ({
      bankId: orderId || requestId || '',
      amountCents: centsOf(amount),
      atMs: ifthenpayTimeMs(paymentDate, nowMs),
    }))
    .sort((left, right) => (left.atMs ?? 0) - (right.atMs ?? 0));
}

function unknown(detail: string): BankStatus {
  return { kind: 'unknown', detail: `status: ${detail}` };
}
