import { findOpenExceptionsIn } from '../../payments/exceptions/exceptions-find.table.ts';
import { readRecordsIn } from '../../payments/money/records.table.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { readTransactionsIn } from '../transactions/transactions-read.table.ts';
import { exceptionsReport } from './exceptions.ts';
import { comparing } from './exceptions-rule.ts';
import { financeInput } from './finance-input.ts';

const tableName = transactionsTableName();

export const handler = dashboardEndpoint('POST /finance/exceptions/summary', {
  callers,
  input: financeInput,
  run: exceptionsReport({
    find: findOpenExceptionsIn(dynamo, tableName),
    compare: comparing(readTransactionsIn(dynamo, tableName), readRecordsIn(dynamo, tableName)),
  }),
});
