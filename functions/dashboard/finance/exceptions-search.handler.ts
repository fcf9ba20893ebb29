import { findClosedExceptionsIn, findOpenExceptionsIn } from '../../payments/exceptions/exceptions-find.table.ts';
import { readRecordsIn } from '../../payments/money/records.table.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { readTransactionsIn } from '../transactions/transactions-read.table.ts';
import { exceptionsInput, listExceptions } from './exceptions-list.ts';
import { comparing } from './exceptions-rule.ts';

const tableName = transactionsTableName();

export const handler = dashboardEndpoint('POST /finance/exceptions/search', {
  callers,
  input: exceptionsInput,
  run: listExceptions({
    open: findOpenExceptionsIn(dynamo, tableName),
    closed: findClosedExceptionsIn(dynamo, tableName),
    compare: comparing(readTransactionsIn(dynamo, tableName), readRecordsIn(dynamo, tableName)),
  }),
});
