import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { textsIn } from '../../i18n/words.ts';
import { type Cell, csvFile, dayCell, eurosCell, type Reader, timeCell } from '../../lists/csv-file.ts';
import { exportWords } from '../../lists/words.ts';

/** The file of transactions. */
export function transactionsCsv(rows: readonly TransactionRow[], { language, nameOf, isOfStaff }: Reader): string {
  const text = textsIn(exportWords, language);
  const words = textsIn(transactionWords, language);
  const cells = (row: TransactionRow): Record<keyof typeof text.columns, Cell> => ({
    transactionId: row.transactionId,
    merchantId: row.merchantId,
    merchant: nameOf(row.merchantId) ?? null,
    orderId: { exact: row.externalOrderId },
    status: words.status[row.status],
    method: row.paymentMethod && words.method[row.paymentMethod],
    amount: eurosCell(row.amount),
    received: eurosCell(row.received),
    created: timeCell(row.createdAt),
    paidOn: dayCell(row.paidAt),
    paid: timeCell(row.paidAt),
    recorded: timeCell(row.recordedAt),
    entity: row.mb?.entity ?? null,
    reference: row.mb?.reference ?? null,
    bankAccount: isOfStaff ? row.bankAccount : null,
    bankId: row.bankId,
    event: row.delivery && words.event[row.delivery.event],
    delivery: row.delivery && words.delivery[row.delivery.state],
    attempts: row.delivery && { count: row.delivery.attempts },
  });
  return csvFile(text.columns, rows.map(cells));
}
