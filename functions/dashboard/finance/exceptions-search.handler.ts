import { findClosedExceptionsIn, findOpenExceptionsIn } from '../../payments/exceptions/exceptions-find.table.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { exceptionsInput, listExceptions } from './exceptions-list.ts';

const tableName = transactionsTableName();

export const handler = dashboardEndpoint('POST /finance/exceptions/search', {
  callers,
  input: exceptionsInput,
  run: listExceptions({
    open: findOpenExceptionsIn(dynamo, tableName),
    closed: findClosedExceptionsIn(dynamo, tableName),
  }),
});
