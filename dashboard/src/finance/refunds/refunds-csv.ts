import type { RefundRow } from '../../../../functions/dashboard/finance/refunds.ts';
import { BYTE_ORDER_MARK, type Cell, csvRows } from '../../../../functions/runtime/csv-write.ts';
import { lisbonDayName } from '../../../../functions/runtime/lisbon-day.ts';
import type { Catalogue } from '../../i18n/en/catalogue.ts';
import type { refunds } from '../../i18n/en/refunds.ts';

/** The texts of the file, and the names of merchants by id, as far as they are known. */
export interface RefundWords {
  text: typeof refunds;
  catalogue: Pick<Catalogue, 'csvExport' | 'transactions'>;
  nameOf: (merchantId: string) => string | undefined;
}

/** The beginning of the file: byte order mark and headings. */
export function refundsHead({ text }: Pick<RefundWords, 'text'>): string {
  return BYTE_ORDER_MARK + csvRows([Object.values(text.file.columns)]);
}

/** The rows of one page of refunds. Marked is one that was recorded after `exportedAt` (ISO 8601), of a time before. */
export function refundsPart(
  rows: readonly RefundRow[],
  { text, catalogue, nameOf }: RefundWords,
  exportedAt: string | undefined,
): string {
  const { method } = catalogue.transactions;
  const isChanged = ({ refundedAt, recordedAt }: RefundRow) =>
    exportedAt !== undefined && refundedAt <= exportedAt && recordedAt > exportedAt;
  const cells = (row: RefundRow): Record<keyof typeof text.file.columns, Cell> => ({
    day: { day: lisbonDayName(Date.parse(row.refundedAt)) },
    refundedAt: { atMs: Date.parse(row.refundedAt) },
    merchantId: row.merchantId,
    merchant: nameOf(row.merchantId) ?? null,
    orderId: row.externalOrderId,
    transactionId: row.transactionId,
    paidOn: row.paidAt === null ? null : { day: lisbonDayName(Date.parse(row.paidAt)) },
    method: row.paymentMethod && method[row.paymentMethod],
    bankAccount: row.bankAccount,
    bankId: row.refundId,
    paymentBankId: row.paymentBankId,
    kind: text.kind[row.kind],
    type: row.type,
    returned: euros(row.returned),
    ofPayment: euros(row.ofPayment),
    ofExcess: euros(row.ofExcess),
    recorded: { atMs: Date.parse(row.recordedAt) },
    changed: isChanged(row) ? catalogue.csvExport.yes : null,
  });
  const names = Object.keys(text.file.columns) as (keyof typeof text.file.columns)[];
  return csvRows(
    rows.map(cells).map((named) => names.map((name) => named[name])),
    'literal',
  );
}

function euros(amount: number | null): Cell {
  return amount === null ? null : { cents: Math.round(amount * 100) };
}
