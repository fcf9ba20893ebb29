import { historyIn } from '../../merchants/history/history.table.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, MERCHANTS_TABLE, merchants } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { accountHistory, accountHistoryInput } from './account-status.ts';

export const handler = dashboardEndpoint('GET /accounts/{merchantId}/history', {
  callers,
  input: accountHistoryInput,
  run: accountHistory({ merchants, audit: historyIn(dynamo, MERCHANTS_TABLE) }),
});
