import type { RefundRow } from '../../../../functions/dashboard/finance/refunds/refunds.ts';
import type { Catalogue } from '../../i18n/en/catalogue.ts';
import type { refunds } from '../../i18n/en/refunds.ts';
import { type Cell, dayCell, eurosCell, fileHead, fileRows, type Reader, timeCell } from '../../lists/csv-file.ts';

/** The texts of the file, and who reads it. */
export interface RefundWords extends Reader {
  text: typeof refunds;
  catalogue: Pick<Catalogue, 'csvExport' | 'transactions'>;
}

/** The beginning of the file. */
export function refundsHead({ text }: Pick<RefundWords, 'text'>): string {
  return fileHead(text.file.columns);
}

/** The rows of one page of refunds. */
export function refundsPart(rows: readonly RefundRow[], { text, catalogue, nameOf, isOfStaff }: RefundWords): string {
  const { method } = catalogue.transactions;
  const cells = (row: RefundRow): Record<keyof typeof text.file.columns, Cell> => ({
    day: dayCell(row.refundedAt),
    refundedAt: timeCell(row.refundedAt),
    merchantId: row.merchantId,
    merchant: nameOf(row.merchantId) ?? null,
    orderId: { exact: row.externalOrderId },
    transactionId: row.transactionId,
    paidOn: dayCell(row.paidAt),
    method: row.paymentMethod && method[row.paymentMethod],
    bankAccount: isOfStaff ? row.bankAccount : null,
    bankId: row.refundId,
    paymentBankId: row.paymentBankId,
    kind: text.kind[row.kind],
    type: row.type,
    returned: eurosCell(row.returned),
    ofPayment: eurosCell(row.ofPayment),
    ofExcess: eurosCell(row.ofExcess),
    recorded: timeCell(row.recordedAt),
  });
  return fileRows(text.file.columns, rows.map(cells));
}
