const FOREIGN_PREFIX = 'foreign_';

/** The partition of money on a bank account that belongs to no transaction of ours, by the bank's id of the payment. */
export function foreignId(bankAccount: string, bankId: string): string {
  return `${FOREIGN_PREFIX}${bankAccount}_${bankId}`;
}

/** Whether a partition is that of an unknown payment. */
export function isForeignId(transactionId: string): boolean {
  return transactionId.startsWith(FOREIGN_PREFIX);
}
