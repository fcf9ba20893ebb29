import type { PaymentMethod } from '../bank.ts';
import { type BankStatus, reportsMoney } from '../bank.ts';
import {
  CODE_ALREADY_PAID,
  CODE_OK,
  CODE_REFERENCE_OVER,
  codeWord,
  isPendingCode,
  NOT_ACCEPTED_CODES,
} from './codes.ts';
import { bankTimeMs } from './time.ts';
import type { SibsAmount, SibsReference, SibsReport } from './wire.ts';
import { centsOf } from './wire.ts';

/** Types of a payment; all others (annulment, refund, authorisation) are different operations. */
const MONEY_TYPES = new Set(['PURS', 'PREF']);

const REFERENCE_PAID = 'PAID';
const REFERENCE_OVER = new Set(['EXPIRED', 'CANCELLED', 'CANCELED']);

// C.6 has no code for a push that the customer did not answer, only these texts, and more codes than it lists.
const ABANDONED = /abandoned|not accepted nor refused/i;
const REFUSED_BY_CUSTOMER = /refused by the card ?holder/i;

/** The methods that we use; SIBS has the same names for them. */
const METHODS: readonly PaymentMethod[] = ['MBWAY', 'REFERENCE'];

/** The payment method of a report; null for any other. */
export function methodOf({ paymentMethod }: SibsReport): PaymentMethod | null {
  return METHODS.find((method) => method === paymentMethod) ?? null;
}

/** Whether the report is about another operation than a payment. Without a type it is about a payment. */
export function isAnotherOperation(report: SibsReport): boolean {
  return Boolean(report.paymentType) && !MONEY_TYPES.has(String(report.paymentType));
}

/**
 * The status of a payment by a report of SIBS (decisions D9 and D10). `paid` requires `Success` of a purchase in
 * euros and, for a reference, the reference's own status `PAID`. A report that contradicts itself is `odd`.
 */
export function statusOf(report: SibsReport, reportedAtMs: number): BankStatus {
  const status = plainStatusOf(report, reportedAtMs);
  const operationId = operationIdOf(report);
  return operationId !== null && reportsMoney(status) && status.kind !== 'listed' ? { ...status, operationId } : status;
}

/** SIBS's id of the movement of money; null where the report has no well-formed one. */
export function operationIdOf({ internalTransactionId }: SibsReport): string | null {
  return internalTransactionId && /^[\w.-]{1,40}$/.test(internalTransactionId) ? internalTransactionId : null;
}

function plainStatusOf(report: SibsReport, reportedAtMs: number): BankStatus {
  const code = report.returnStatus?.statusCode;
  if (report.paymentStatus === 'Success') return receivedOf(report, reportedAtMs);
  if (report.paymentStatus === 'Partial' && !isAnotherOperation(report)) return partOf(report, reportedAtMs);
  if (code === CODE_ALREADY_PAID || referenceStatusOf(report) === REFERENCE_PAID) {
    return odd(`paid by its reference, ${codeWord(report.paymentStatus)} by its status`);
  }
  if (code === CODE_REFERENCE_OVER) return { kind: 'expired', abandoned: false };
  switch (report.paymentStatus) {
    case 'Pending':
    case 'InProcessing':
      return waitingOf(report);
    case 'Timeout':
    case 'Expired':
      return { kind: 'expired', abandoned: false };
    case 'Declined':
      return declinedOf(report);
    default:
      return { kind: 'unknown', detail: `${codeWord(report.paymentStatus)} ${codeWord(code)}` };
  }
}

function receivedOf(report: SibsReport, reportedAtMs: number): BankStatus {
  const { amount } = report;
  const method = methodOf(report);
  if (!isUnderstood(report)) return odd(`Success with code ${codeWord(report.returnStatus?.statusCode)}`);
  if (isAnotherOperation(report)) return odd(`Success of type ${codeWord(report.paymentType)}`);
  if (method === null) return odd(`Success by method ${codeWord(report.paymentMethod)}`);
  if (method === 'REFERENCE' && referenceStatusOf(report) !== REFERENCE_PAID) {
    return odd(`Success with reference status ${codeWord(report.paymentReference?.status)}`);
  }
  if (isForeign(amount)) return odd(`Success of ${sumOf(amount)}`);
  const amountCents = eurosIn(amount);
  if (amountCents === null) return odd('Success with an unreadable amount');
  return { kind: 'paid', method, amountCents, paidAtMs: bankTimeMs(report.transactionDateTime, reportedAtMs) };
}

function partOf({ amount, transactionDateTime }: SibsReport, reportedAtMs: number): BankStatus {
  if (isForeign(amount)) return odd(`Partial of ${sumOf(amount)}`);
  const amountCents = eurosIn(amount);
  if (amountCents === null) return odd('Partial with an unreadable amount');
  return { kind: 'partial', amountCents, paidAtMs: bankTimeMs(transactionDateTime, reportedAtMs) };
}

function isForeign(amount: SibsReport['amount']): amount is SibsAmount {
  return Boolean(amount?.currency) && amount?.currency !== 'EUR';
}

/** The cents of an amount in euros; null for any other. */
function eurosIn(amount: SibsReport['amount']): number | null {
  return amount?.currency === 'EUR' ? centsOf(amount) : null;
}

/** `16.20 USD`, as SIBS wrote it; `?` for an amount that is not well-formed. */
function sumOf({ value, currency }: SibsAmount): string {
  const figures = String(value).trim();
  return `${/^\d[\d.,]{0,15}$/.test(figures) ? figures : '?'} ${codeWord(currency)}`;
}

function waitingOf(report: SibsReport): BankStatus {
  if (REFERENCE_OVER.has(referenceStatusOf(report))) return { kind: 'expired', abandoned: false };
  const { paymentMethod, paymentReference, token, returnStatus } = report;
  // `not-started` allows a second push, so any trace of a start excludes it.
  const isStarted = paymentMethod || paymentReference || token || isPendingCode(returnStatus?.statusCode);
  if (report.paymentStatus === 'Pending' && !isStarted) return { kind: 'not-started' };
  const reference = paymentReference && issuedReference(paymentReference, null);
  return reference ? { kind: 'waiting', reference } : { kind: 'waiting' };
}

function declinedOf(report: SibsReport): BankStatus {
  const { statusCode, statusDescription, statusMsg } = report.returnStatus ?? {};
  const words = `${statusDescription ?? ''} ${statusMsg ?? ''}`;
  // Nobody declined what still waited when it ended.
  if (ABANDONED.test(words) || isPendingCode(statusCode)) return { kind: 'expired', abandoned: true };
  if (REFERENCE_OVER.has(referenceStatusOf(report))) return { kind: 'expired', abandoned: false };
  const isByCustomer = NOT_ACCEPTED_CODES.has(statusCode) || REFUSED_BY_CUSTOMER.test(words);
  return { kind: 'refused', by: isByCustomer ? 'customer' : 'bank' };
}

/** The reference of an answer; `requestedMs` is its expiry where the bank gives none. Null when it is incomplete. */
export function issuedReference(
  given: SibsReference,
  requestedMs: number | null,
): { entity: string; reference: string; expiresAtMs: number } | null {
  const entity = (given.entity ?? '').replaceAll(' ', '');
  const reference = (given.reference ?? '').replaceAll(' ', '');
  const expiresAtMs = given.expireDate ? bankTimeMs(given.expireDate) : requestedMs;
  if (!/^\d{5}$/.test(entity) || !/^\d{9}$/.test(reference) || expiresAtMs === null) return null;
  return { entity, reference, expiresAtMs };
}

function referenceStatusOf(report: SibsReport): string {
  return report.paymentReference?.status?.toUpperCase() ?? '';
}

function odd(detail: string): BankStatus {
  return { kind: 'odd', detail };
}

/** Whether the bank accepted the call; an answer without a return status counts as accepted. */
export function isUnderstood(report: Pick<SibsReport, 'returnStatus'>): boolean {
  return (report.returnStatus?.statusCode ?? CODE_OK) === CODE_OK;
}
