import { findOpenExceptionsIn } from '../../payments/exceptions/exceptions-find.table.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { exceptionsReport } from './exceptions.ts';
import { financeInput } from './finance-input.ts';

export const handler = dashboardEndpoint('POST /finance/exceptions/summary', {
  callers,
  input: financeInput,
  run: exceptionsReport({ find: findOpenExceptionsIn(dynamo, transactionsTableName()) }),
});
