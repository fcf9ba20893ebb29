import type { ExportRow } from '../../../../functions/dashboard/transactions/transactions-export.ts';
import { BYTE_ORDER_MARK, type Cell, csvRows } from '../../../../functions/runtime/csv-write.ts';
import { lisbonDayName } from '../../../../functions/runtime/lisbon-day.ts';
import type { Catalogue } from '../../i18n/en/catalogue.ts';

/** The texts of the file, and the names of merchants by id, as far as they are known. */
export interface CsvWords {
  catalogue: Pick<Catalogue, 'csvExport' | 'transactions'>;
  nameOf: (merchantId: string) => string | undefined;
}

/** The beginning of the file: byte order mark and headings. */
export function csvHead({ catalogue }: CsvWords): string {
  return BYTE_ORDER_MARK + csvRows([Object.values(catalogue.csvExport.columns)]);
}

/** The rows of one part of the export, in the order of the headings. */
export function csvPart(rows: readonly ExportRow[], { catalogue, nameOf }: CsvWords): string {
  const { csvExport: text, transactions: words } = catalogue;
  const cells = (row: ExportRow): Record<keyof typeof text.columns, Cell> => ({
    transactionId: row.transactionId,
    merchantId: row.merchantId,
    merchant: nameOf(row.merchantId) ?? null,
    orderId: row.externalOrderId,
    status: words.status[row.status],
    method: row.paymentMethod && words.method[row.paymentMethod],
    amount: euros(row.amount),
    created: time(row.createdAt),
    paidOn: row.paidAt === null ? null : { day: lisbonDayName(Date.parse(row.paidAt)) },
    paid: time(row.paidAt),
    recorded: time(row.recordedAt),
    entity: row.mb?.entity ?? null,
    reference: row.mb?.reference ?? null,
    bankAccount: row.bankAccount,
    bankId: row.bankId,
    event: row.event && words.event[row.event],
    delivery: row.delivery && words.delivery[row.delivery],
    attempts: row.attempts === null ? null : { count: row.attempts },
    refunded: euros(row.refunded),
    net: euros(row.net),
    changed: row.isChanged ? text.yes : null,
    refundedInPeriod: euros(row.refundedInPeriod),
    refundedToDate: euros(row.refunded),
  });
  return csvRows(
    rows.map((row) => {
      const named = cells(row);
      return (Object.keys(text.columns) as (keyof typeof named)[]).map((name) => named[name]);
    }),
    'literal',
  );
}

function euros(amount: number | null): Cell {
  return amount === null ? null : { cents: Math.round(amount * 100) };
}

function time(iso: string | null): Cell {
  return iso === null ? null : { atMs: Date.parse(iso) };
}
