import type { ExceptionKind } from '../../../../functions/payments/exceptions/exception.ts';

/** Apart from the catalogue: the page of reconciliation has these in both languages. */
export const exceptionKinds: Record<ExceptionKind, string> = {
  late: 'paid late',
  'paid-twice': 'paid twice',
  'order-paid-twice': 'order paid twice',
  underpaid: 'underpaid',
  overpaid: 'overpaid',
  'unclear-payment': 'unclear payment',
  'bank-undecided': 'bank undecided',
  'unknown-payment': 'unknown payment',
  'unknown-refund': 'unknown refund',
};
