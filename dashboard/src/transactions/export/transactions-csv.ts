import type { ExportRow } from '../../../../functions/dashboard/transactions/transactions-export.ts';
import type { Language } from '../../i18n/languages.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { textsIn } from '../../i18n/words.ts';
import { type Cell, dayCell, eurosCell, fileHead, fileRows, type Reader, timeCell } from '../../lists/csv-file.ts';
import { exportWords } from '../../lists/words.ts';

/** The language of the file, and who reads it. */
export interface FileReader extends Reader {
  language: Language;
}

/** The beginning of the file. */
export function csvHead(language: Language): string {
  return fileHead(textsIn(exportWords, language).columns);
}

/** The rows of one part of the export. */
export function csvPart(rows: readonly ExportRow[], { language, nameOf, isOfStaff }: FileReader): string {
  const text = textsIn(exportWords, language);
  const words = textsIn(transactionWords, language);
  const cells = (row: ExportRow): Record<keyof typeof text.columns, Cell> => ({
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
    event: row.event && words.event[row.event],
    delivery: row.delivery && words.delivery[row.delivery],
    attempts: row.attempts === null ? null : { count: row.attempts },
  });
  return fileRows(text.columns, rows.map(cells));
}
