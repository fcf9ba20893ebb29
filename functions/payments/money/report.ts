import { type BankStatus, type MoneyStatus, receivedCentsOf } from '../../banking/bank.ts';

/** A bank's report about one start of a transaction: by a notification, or in answer to a status inquiry. */
export interface BankReport {
  /** The bank's id of the start. */
  bankId: string;
  status: BankStatus;
  /** The bank's id of the notification; absent for an inquiry. */
  noticeId?: string;
}

/** The facts of reported money that an exception stores. */
export function moneyOf(status: MoneyStatus) {
  const receivedCents = receivedCentsOf(status);
  const bankTime = status.kind === 'paid' ? status.paidAtMs : null;
  const detail = status.kind === 'foreign-currency' ? status.sum : status.kind === 'odd' ? status.detail : undefined;
  return {
    receivedCents,
    ...(status.operationId !== undefined && { operationId: status.operationId }),
    ...(bankTime !== null && { bankTime }),
    ...(detail !== undefined && { detail }),
    // One exception for each amount and currency; for euros see `recorded-money.ts`.
    ...(status.kind === 'foreign-currency' && { occurrence: status.sum.replace(' ', '') }),
  };
}
