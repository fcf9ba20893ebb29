import type { BankLine, OurTransaction } from './records.ts';

/** Finds the transaction of a line of the bank's export; undefined where there is none. */
export type FindTransaction = (line: BankLine) => OurTransaction | undefined;

/**
 * By the bank's id of the payment or refund; else by our own id, which the bank carries as the merchant transaction id;
 * else by entity and reference, or the reference alone, where only one transaction has them (banks use references
 * again). A reference of seven or eight digits is padded to nine.
 */
export function findTransactionIn(transactions: readonly OurTransaction[]): FindTransaction {
  const byId = new Map(transactions.map((transaction) => [transaction.transactionId, transaction]));
  const byBankId = new Map<string, OurTransaction>();
  const byReference = new Map<string, OurTransaction | 'several'>();
  for (const transaction of transactions) {
    for (const bankId of transaction.bankIds) byBankId.set(bankId, transaction);
    // By the bank's own id of a refund too, which may have that of the movement behind it (`isRefundId`).
    for (const { refundId } of transaction.refunds) {
      for (const id of [refundId, refundId.split('.')[0] ?? '']) byBankId.set(id, transaction);
    }
    if (!transaction.mb) continue;
    for (const key of referenceKeys(transaction.mb)) {
      byReference.set(key, byReference.has(key) ? 'several' : transaction);
    }
  }
  return ({ bankId, merchantTransactionId, transactionId, entity, reference }) => {
    // A provider that accepts only short ids gets the attempt's id.
    const named =
      byBankId.get(bankId ?? '') ?? byId.get(transactionId ?? '') ?? byBankId.get(merchantTransactionId ?? '');
    if (named) return named;
    const referred = byReference.get(referenceKey({ entity, reference }));
    return referred === 'several' ? undefined : referred;
  };
}

interface Reference {
  entity: string | null;
  reference: string | null;
}

/** What a line of a file must have for a payment reference: its entity may be missing. */
export function referenceKeys(mb: Reference): string[] {
  return [referenceKey(mb), referenceKey({ ...mb, entity: null })];
}

/** A spreadsheet drops leading zeros. */
export function referenceKey({ entity, reference }: Reference): string {
  const padded = /^\d{7,8}$/.test(reference ?? '') ? reference?.padStart(9, '0') : reference;
  return `${entity ?? ''} ${padded ?? ''}`;
}
