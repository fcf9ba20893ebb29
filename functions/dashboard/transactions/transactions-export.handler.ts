import { merchantIdsIn } from '../../merchants/accounts/merchants.table.ts';
import { refundsIn } from '../../payments/money/refunds.table.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, MERCHANTS_TABLE, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { exportInput, exportTransactions } from './transactions-export.ts';
import { scanEntriesIn } from './transactions-find.table.ts';
import { readTransactionsIn } from './transactions-read.table.ts';

const tableName = transactionsTableName();
const parts = exportTransactions({
  scanEntries: scanEntriesIn(dynamo, tableName),
  readMany: readTransactionsIn(dynamo, tableName),
  merchantIds: merchantIdsIn(dynamo, MERCHANTS_TABLE),
  refundsOf: refundsIn(dynamo, tableName),
});

/** One part of the file for each call: the page puts them together and shows how far it is. */
export const handler = dashboardEndpoint('POST /transactions/export', {
  callers,
  input: exportInput,
  run: async (input, caller) => {
    const { value } = await (await parts(input, caller)).next();
    return value;
  },
});
