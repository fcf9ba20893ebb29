import type { ExportRow } from '../../../../functions/dashboard/transactions/transactions-export.ts';
import { call } from '../../api/client.ts';
import type { ReadPart } from '../../lists/export/use-parts.ts';
import type { ListRequest } from '../list/list-request.ts';

/** All transactions of a list, in parts. */
export function readTransactions(request: ListRequest): ReadPart<ExportRow> {
  return async (cursor, signal) => {
    const after = cursor === null ? request : { ...request, cursor };
    const { transactions, ...part } = await call('POST /me/transactions/export', after, signal);
    return { ...part, rows: transactions };
  };
}
