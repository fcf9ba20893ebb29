import type { BankStatus, NotStarted, PushOutcome, ReferenceOutcome } from '../bank.ts';
import { type HttpOutcome, unanswered } from '../http-call.ts';
import { CODE_REFERENCE_OVER, codeWord, isPendingCode, refusalOf } from './codes.ts';
import { issuedReference, isUnderstood, statusOf } from './status.ts';
import { parseWire, type SibsReport, sibsCheckoutAnswer, sibsReport } from './wire.ts';

/** A registered payment. `signature` authorises its purchase or generation. */
export interface Checkout {
  kind: 'registered';
  bankId: string;
  signature: string;
}

/** Such an answer may come from a gateway in front of SIBS: the call may have taken effect. */
function isGatewayError(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Reads the answer to a checkout. A checkout requests no money, so a failed one is certain: any failure but a refusal
 * is `unreachable` (decisions D7 and D8).
 */
export function readCheckout(outcome: HttpOutcome): Checkout | NotStarted {
  if (outcome.kind !== 'answered') return { kind: 'unreachable', detail: `checkout: ${outcome.detail}` };
  const { status, body } = outcome;
  const detail = `checkout: HTTP ${status}`;
  if (isGatewayError(status)) return { kind: 'unreachable', detail };
  const answer = parseWire(sibsCheckoutAnswer, body);
  const code = answer?.returnStatus?.statusCode;
  const refusal = refusalOf(code);
  if (refusal?.kind === 'refused' && refusal.field === 'amount') return refusal;
  if (status >= 400 || (answer && !isUnderstood(answer))) {
    return { kind: 'fault', detail: `${detail} ${codeWord(code)}` };
  }
  const { transactionID: bankId, transactionSignature: signature } = answer ?? {};
  if (!isSuccess(status) || !bankId || !signature) {
    return { kind: 'unreachable', detail: `${detail}, not a checkout` };
  }
  return { kind: 'registered', bankId, signature };
}

type StartAnswer =
  /** The bank accepted the payment and requests the money. */
  | { kind: 'taken'; report: SibsReport }
  /** The bank accepted the call and declined the payment for a reason that neither the caller nor we can correct. */
  | { kind: 'declined'; detail: string }
  | NotStarted;

/** Reads the answer to the second call, which may have taken effect even without a usable answer. */
function readStart(outcome: HttpOutcome): StartAnswer {
  if (outcome.kind === 'not-sent') return { kind: 'unreachable', detail: `start: ${outcome.detail}` };
  if (outcome.kind === 'no-answer') return { kind: 'unknown', detail: `start: ${outcome.detail}` };
  const { status, body } = outcome;
  const report = isGatewayError(status) ? null : parseWire(sibsReport, body);
  const code = report?.returnStatus?.statusCode;
  const detail = `start: HTTP ${status} ${codeWord(report?.paymentStatus)} ${codeWord(code)}`;
  if (!report) return { kind: 'unknown', detail };
  const isWaiting = ['Pending', 'InProcessing'].includes(report.paymentStatus ?? '');
  if (isWaiting || report.paymentStatus === 'Success') {
    const isAccepted = isUnderstood(report) || (isWaiting && isPendingCode(code));
    return isSuccess(status) && isAccepted ? { kind: 'taken', report } : { kind: 'unknown', detail };
  }
  const refusal = refusalOf(code);
  if (refusal) return refusal.kind === 'fault' ? { kind: 'fault', detail } : refusal;
  if (report.paymentStatus === 'Declined') return { kind: 'declined', detail };
  if (status === 401 || status === 403) return { kind: 'fault', detail };
  if (status >= 400 && !isUnderstood(report)) return { kind: 'fault', detail };
  return { kind: 'unknown', detail };
}

/**
 * Reads the answer to a purchase. A push that is declined immediately, with nothing for the caller to correct, is
 * `live`: the bank's notification or status inquiry then fails the transaction.
 */
export function readPush(outcome: HttpOutcome): PushOutcome {
  const answer = readStart(outcome);
  return answer.kind === 'taken' || answer.kind === 'declined' ? { kind: 'live' } : answer;
}

/**
 * Reads the answer to generating a reference; `requestedMs` is the requested expiry, used where the bank gives none.
 */
export function readReference(outcome: HttpOutcome, requestedMs: number): ReferenceOutcome {
  const answer = readStart(outcome);
  // No customer is involved, so a refusal that is not about the amount is a fault of our configuration.
  if (answer.kind === 'declined') return { kind: 'fault', detail: answer.detail };
  if (answer.kind === 'refused' && answer.field !== 'amount') return { kind: 'fault', detail: 'start: alias code' };
  if (answer.kind !== 'taken') return answer;
  const issued = answer.report.paymentReference && issuedReference(answer.report.paymentReference, requestedMs);
  return issued ? { kind: 'issued', ...issued } : { kind: 'unknown', detail: 'start: no usable reference' };
}

/** Reads the answer to a status inquiry about `bankId`, given at `nowMs`; `unknown` unless it is clear. */
export function readInquiry(outcome: HttpOutcome, bankId: string, nowMs: number): BankStatus {
  if (outcome.kind !== 'answered') return unanswered(outcome);
  const { status, body } = outcome;
  const report = parseWire(sibsReport, body);
  const code = report?.returnStatus?.statusCode;
  const detail = `status: HTTP ${status} ${codeWord(report?.paymentStatus)} ${codeWord(code)}`;
  if (!isSuccess(status) || !report) return { kind: 'unknown', detail };
  if (report.transactionID && report.transactionID !== bankId) {
    return { kind: 'unknown', detail: 'status: of another payment' };
  }
  if (!report.paymentStatus && code !== CODE_REFERENCE_OVER) return { kind: 'unknown', detail };
  return statusOf(report, nowMs);
}
