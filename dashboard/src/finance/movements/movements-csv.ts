import type { MovementRow } from '../../../../functions/dashboard/finance/movements/movement-row.ts';
import { balanceOf } from '../../../../functions/finance/totals/totals.ts';
import { lisbonDayName } from '../../../../functions/runtime/lisbon-day.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { textsIn } from '../../i18n/words.ts';
import { type Cell, csvFile, type Reader } from '../../lists/csv-file.ts';
import { movementWords } from './words.ts';

/** The file of movements. What was returned is negative: the sum of the amounts is the balance. */
export function movementsCsv(rows: readonly MovementRow[], { language, nameOf, isOfStaff }: Reader): string {
  const text = textsIn(movementWords, language);
  const { method } = textsIn(transactionWords, language);
  const cells = (row: MovementRow): Record<keyof typeof text.file.columns, Cell> => ({
    day: { day: lisbonDayName(row.atMs) },
    at: { atMs: row.atMs },
    timeOurs: row.timeIsOurs ? text.file.columns.timeOurs : null,
    kind: text.kind[row.kind],
    reason: row.reason && text.reason[row.reason],
    bankWord: row.bankWord,
    amount: row.cents === null ? null : { cents: balanceOf(row) },
    merchantId: row.merchantId,
    merchant: (row.merchantId !== null && nameOf(row.merchantId)) || null,
    orderId: row.externalOrderId === null ? null : { exact: row.externalOrderId },
    transactionId: row.transactionId,
    method: row.method && method[row.method],
    entity: row.entity,
    reference: row.reference,
    bankAccount: isOfStaff ? row.bankAccount : null,
    bankId: row.bankId,
    operationId: row.operationId,
    recorded: { atMs: row.recordedAtMs },
  });
  return csvFile(text.file.columns, rows.map(cells));
}
