import { nightsTable } from '../../finance/night/nights.table.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { compareAgain, nightAgainInput } from './nights.ts';

export const handler = dashboardEndpoint('POST /finance/nights/again', {
  callers,
  input: nightAgainInput,
  run: compareAgain({ nights: nightsTable(dynamo, transactionsTableName(), clock) }),
});
