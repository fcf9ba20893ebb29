import { nightsTable } from '../../finance/night/nights.table.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint, noInput } from '../endpoint.ts';
import { searchNights } from './nights.ts';

export const handler = dashboardEndpoint('POST /finance/nights/search', {
  callers,
  input: noInput,
  run: searchNights({ nights: nightsTable(dynamo, transactionsTableName(), clock), clock }),
});
