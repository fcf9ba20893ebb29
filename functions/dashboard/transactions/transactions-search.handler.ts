import { dynamo } from '../../runtime/dynamo.ts';
import { callers, tables } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { listTransactions } from './transactions.ts';
import { listInput } from './transactions-input.ts';
import { listOn } from './wiring.ts';

export const handler = dashboardEndpoint('POST /transactions/search', {
  callers,
  input: listInput,
  run: listTransactions(listOn({ dynamo }, tables())),
});
