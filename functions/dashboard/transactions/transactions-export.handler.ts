import { dynamo } from '../../runtime/dynamo.ts';
import { callers, tables } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { exportInput, exportTransactions } from './transactions-export.ts';
import { entriesOn } from './wiring.ts';

/** One part of the file for each call: the page puts them together and shows how far it is. */
export const handler = dashboardEndpoint('POST /transactions/export', {
  callers,
  input: exportInput,
  run: exportTransactions(entriesOn({ dynamo }, tables())),
});
