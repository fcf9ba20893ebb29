import { dynamo } from '../../runtime/dynamo.ts';
import { callers, tables } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { exceptionsInput, listExceptions } from './exceptions-list.ts';
import { exceptionsListOn } from './wiring.ts';

export const handler = dashboardEndpoint('POST /finance/exceptions/search', {
  callers,
  input: exceptionsInput,
  run: listExceptions(exceptionsListOn({ dynamo }, tables())),
});
