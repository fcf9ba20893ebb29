import type { ExceptionKind } from '../../../../functions/payments/exceptions/exception.ts';

export const exceptionKinds: Record<ExceptionKind, string> = {
  late: 'pago fora de prazo',
  'paid-twice': 'pago duas vezes',
  'order-paid-twice': 'encomenda paga duas vezes',
  underpaid: 'pago a menos',
  overpaid: 'pago a mais',
  'unclear-payment': 'pagamento pouco claro',
  'bank-undecided': 'banco sem decisão',
  'unknown-payment': 'pagamento desconhecido',
  'unknown-refund': 'devolução desconhecida',
};
