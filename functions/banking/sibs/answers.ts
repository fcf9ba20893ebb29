import type { BankStatus, NotStarted, PushOutcome, ReferenceOutcome } from '../bank.ts';
import type { HttpOutcome } from '../http-call.ts';
import { CODE_REFERENCE_OVER, codeWord, refusalOf } from './codes.ts';
import { issuedReference, isUnderstood, statusOf } from './status.ts';
import { parseWire, type SibsReport, sibsCheckoutAnswer, sibsReport } from './wire.ts';

export interface Checkout {
  kind: 'registered';
  bankId: string;
  signature: string;
}

/** A 5xx may come from a gateway behind which the call took effect; a 429 from one that stands before it or behind it. */
function isGatewayTrouble(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Reads the answer to a checkout. A checkout takes nothing from anybody, so whatever happened to it, certainly nothing
 * is to be paid: what is not a refusal is `unreachable` (decisions D7 and D8).
 */
export function readCheckout(outcome: HttpOutcome): Checkout | NotStarted {
  if (outcome.kind !== 'answered') return { kind: 'unreachable', detail: `checkout: ${outcome.detail}` };
  const { status, body } = outcome;
  const detail = `checkout: HTTP ${status}`;
  if (isGatewayTrouble(status)) return { kind: 'unreachable', detail };
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
  /** The bank has the payment and asks for the money. */
  | { kind: 'taken'; report: SibsReport }
  /** The bank took it and declined it for a reason that neither the caller nor we can mend. */
  | { kind: 'declined'; detail: string }
  | NotStarted;

/** Reads the answer to the second call, which may have taken effect even where the answer is no use. */
function readStart(outcome: HttpOutcome): StartAnswer {
  if (outcome.kind === 'not-sent') return { kind: 'unreachable', detail: `start: ${outcome.detail}` };
  if (outcome.kind === 'no-answer') return { kind: 'unknown', detail: `start: ${outcome.detail}` };
  const { status, body } = outcome;
  const report = isGatewayTrouble(status) ? null : parseWire(sibsReport, body);
  const code = report?.returnStatus?.statusCode;
  const detail = `start: HTTP ${status} ${codeWord(report?.paymentStatus)} ${codeWord(code)}`;
  if (!report) return { kind: 'unknown', detail };
  const isLive = ['Success', 'Pending', 'InProcessing'].includes(report.paymentStatus ?? '');
  if (isLive) {
    return isSuccess(status) && isUnderstood(report) ? { kind: 'taken', report } : { kind: 'unknown', detail };
  }
  const refusal = refusalOf(code);
  if (refusal) return refusal.kind === 'fault' ? { kind: 'fault', detail } : refusal;
  if (report.paymentStatus === 'Declined') return { kind: 'declined', detail };
  if (status === 401 || status === 403) return { kind: 'fault', detail };
  if (status >= 400 && !isUnderstood(report)) return { kind: 'fault', detail };
  return { kind: 'unknown', detail };
}

/**
 * Reads the answer to a purchase. A push declined at once, with nothing for the caller to mend, is `live`: the bank took
 * the payment and ended it, and the status it reports of it (by notification or when asked) is what fails the transaction.
 */
export function readPush(outcome: HttpOutcome): PushOutcome {
  const answer = readStart(outcome);
  return answer.kind === 'taken' || answer.kind === 'declined' ? { kind: 'live' } : answer;
}

/** Reads the answer to the generation of a reference; `requestedMs` is the expiry asked for, used where the bank names none. */
export function readReference(outcome: HttpOutcome, requestedMs: number): ReferenceOutcome {
  const answer = readStart(outcome);
  // No customer takes part in a generation, so a refusal that is not about the amount is ours to mend.
  if (answer.kind === 'declined') return { kind: 'fault', detail: answer.detail };
  if (answer.kind === 'refused' && answer.field !== 'amount') return { kind: 'fault', detail: 'start: alias code' };
  if (answer.kind !== 'taken') return answer;
  const issued = answer.report.paymentReference && issuedReference(answer.report.paymentReference, requestedMs);
  return issued ? { kind: 'issued', ...issued } : { kind: 'unknown', detail: 'start: no usable reference' };
}

/** Reads the answer to a status inquiry about `bankId`, given at `nowMs`. Whatever is not a clear answer is `unknown`. */
export function readInquiry(outcome: HttpOutcome, bankId: string, nowMs: number): BankStatus {
  if (outcome.kind !== 'answered') return { kind: 'unknown', detail: `status: ${outcome.detail}` };
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
