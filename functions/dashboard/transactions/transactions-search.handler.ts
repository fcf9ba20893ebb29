import { merchantIdsIn } from '../../merchants/accounts/merchants.table.ts';
import { transactionsTable } from '../../payments/transactions.table.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, MERCHANTS_TABLE, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { listTransactions } from './transactions.ts';
import { scanEntriesIn } from './transactions-find.table.ts';
import { listInput } from './transactions-input.ts';
import { readTransactionsIn } from './transactions-read.table.ts';

const tableName = transactionsTableName();
const { read, readReference } = transactionsTable(dynamo, tableName);

export const handler = dashboardEndpoint('POST /transactions/search', {
  callers,
  input: listInput,
  run: listTransactions({
    scanEntries: scanEntriesIn(dynamo, tableName),
    readMany: readTransactionsIn(dynamo, tableName),
    read,
    readReference,
    merchantIds: merchantIdsIn(dynamo, MERCHANTS_TABLE),
  }),
});
