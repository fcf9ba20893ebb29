import { merchantIdsIn } from '../../merchants/accounts/merchants.table.ts';
import { transactionsTable } from '../../payments/transactions.table.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, MERCHANTS_TABLE, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { listTransactions } from './transactions.ts';
import { walkEntriesIn } from './transactions-find.table.ts';
import { listInput } from './transactions-input.ts';
import { readTransactionsIn } from './transactions-read.table.ts';

const tableName = transactionsTableName();

export const handler = dashboardEndpoint('POST /transactions/search', {
  callers,
  input: listInput,
  run: listTransactions({
    walk: walkEntriesIn(dynamo, tableName),
    readMany: readTransactionsIn(dynamo, tableName),
    read: transactionsTable(dynamo, tableName).read,
    merchantIds: merchantIdsIn(dynamo, MERCHANTS_TABLE),
  }),
});
