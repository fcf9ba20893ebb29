import type { ExportRow } from '../../../../functions/dashboard/transactions/transactions-export.ts';
import { call } from '../../api/client.ts';
import type { ReadPart } from '../../lists/export/use-parts.ts';
import { exportInputOf, type Search } from '../list/search.ts';

/** All transactions of a search by period, in parts; undefined for a search by id. */
export function readTransactions(search: Search): ReadPart<ExportRow> | undefined {
  const input = exportInputOf(search);
  return (
    input &&
    (async (cursor, signal) => {
      const after = cursor === null ? input : { ...input, cursor };
      const { transactions, ...part } = await call('POST /transactions/export', after, signal);
      return { ...part, rows: transactions };
    })
  );
}
