import type { NotifiedOf, ReturnedView } from '../../../functions/dashboard/finance/exceptions-rule.ts';
import type { ExceptionKind } from '../../../functions/payments/exceptions/exception.ts';
import { lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import type { Catalogue } from '../i18n/en/catalogue.ts';
import type { useFormat } from '../i18n/language.ts';

/** What the next step about an exception depends on. */
export interface Stepping {
  kind: ExceptionKind;
  notifiedOf: NotifiedOf;
  /** Whether the transaction is paid. */
  isPaid: boolean;
  /** Of an unknown refund: whether money reported since covers it. */
  isCovered: boolean;
  returned: ReturnedView | null;
}

export interface StepVoice {
  words: Catalogue['timeline'];
  outcomes: Pick<Catalogue['outcomes'], 'exception'>;
  format: Pick<ReturnType<typeof useFormat>, 'euros' | 'day'>;
  isStaff: boolean;
}

/**
 * The reader's next step about an open exception. Nothing that the bank has returned is promised or asked for again.
 */
export function stepOf(exception: Stepping, { words, outcomes, format, isStaff }: StepVoice): string {
  const { kind, isCovered, returned } = exception;
  if (isCovered) return sentences(words.coveredSince, isStaff ? words.closeCovered : words.nextStep[kind].step);
  const { what, step } = isStaff ? { what: '', step: outcomes.exception[kind].toDo } : ofMerchant(exception, words);
  if (returned === null) return sentences(what, step);
  const back = returnedText(returned, { words, format });
  if (isAllReturned(returned))
    return sentences(what, back, isStaff ? words.closeReturned : ofMerchantReturned(exception, words));
  return sentences(
    what,
    back,
    !isStaff && returned.euros !== null && isPromised(exception) ? words.restReturned : step,
  );
}

function sentences(...parts: string[]): string {
  return parts.filter(Boolean).join(' ');
}

/** What happened, in the merchant's voice, and the step while no money went back. */
export function ofMerchant(
  { kind, notifiedOf, isPaid }: Pick<Stepping, 'kind' | 'notifiedOf' | 'isPaid'>,
  words: Catalogue['timeline'],
) {
  const { what, step } = words.nextStep[kind === 'underpaid' && isPaid ? 'underpaid-beside' : kind];
  return { what: notifiedOf === null ? what : words.nextStepLate[notifiedOf], step };
}

/** What is left for the merchant once all of the money went back. */
function ofMerchantReturned({ kind, isPaid }: Stepping, words: Catalogue['timeline']): string {
  const isOfOrder = kind !== 'unknown-payment' && kind !== 'unknown-refund';
  return isOfOrder && !isPaid ? words.buyAgain : words.nothingToDo;
}

/** Whether the merchant is promised a refund. */
function isPromised({ kind, isPaid }: Stepping): boolean {
  return kind === 'paid-twice' || kind === 'overpaid' || (kind === 'underpaid' && isPaid);
}

/** Whether all that could be returned was. */
export function isAllReturned({ euros, of }: ReturnedView): boolean {
  return euros !== null && euros >= of;
}

/** `Already refunded: €30.00 of €50.00 on 2 Dec 2026.` */
export function returnedText(returned: ReturnedView, { words, format }: Pick<StepVoice, 'words' | 'format'>): string {
  const { euros, of, count, at } = returned;
  const day = format.day(lisbonDayName(Date.parse(at)));
  if (euros === null) return words.returnedUnknown(day);
  const sum = isAllReturned(returned) ? format.euros(euros) : words.partOf(format.euros(euros), format.euros(of));
  return words.returned(sum, day, count === 1);
}
