import { merchantIdsIn } from '../../../merchants/accounts/merchants.table.ts';
import { dynamo } from '../../../runtime/dynamo.ts';
import { callers, MERCHANTS_TABLE, transactionsTableName } from '../../dependencies.ts';
import { dashboardEndpoint } from '../../endpoint.ts';
import { scanEntriesIn } from '../../transactions/transactions-find.table.ts';
import { readTransactionsIn } from '../../transactions/transactions-read.table.ts';
import { listRefunds, refundsInput } from './refunds.ts';
import { readRefundsIn } from './refunds-read.table.ts';

const tableName = transactionsTableName();

export const handler = dashboardEndpoint('POST /finance/refunds/search', {
  callers,
  input: refundsInput,
  run: listRefunds({
    scanEntries: scanEntriesIn(dynamo, tableName),
    readMany: readTransactionsIn(dynamo, tableName),
    readRefunds: readRefundsIn(dynamo, tableName),
    merchantIds: merchantIdsIn(dynamo, MERCHANTS_TABLE),
  }),
});
