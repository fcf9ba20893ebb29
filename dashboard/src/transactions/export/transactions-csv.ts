import type { ExportRow } from '../../../../functions/dashboard/transactions/transactions-export.ts';
import type { Catalogue } from '../../i18n/en/catalogue.ts';
import { type Cell, dayCell, eurosCell, fileHead, fileRows, type Reader, timeCell } from '../../lists/csv-file.ts';

/** The texts of the file, and who reads it. */
export interface CsvWords extends Reader {
  catalogue: Pick<Catalogue, 'csvExport' | 'transactions'>;
}

/** The beginning of the file. */
export function csvHead({ catalogue }: Pick<CsvWords, 'catalogue'>): string {
  return fileHead(catalogue.csvExport.columns);
}

/** The rows of one part of the export. */
export function csvPart(rows: readonly ExportRow[], { catalogue, nameOf, isOfStaff }: CsvWords): string {
  const { csvExport: text, transactions: words } = catalogue;
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
