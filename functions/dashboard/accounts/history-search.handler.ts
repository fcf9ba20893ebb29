import { historyIn } from '../../merchants/history/history.table.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, MERCHANTS_TABLE, merchants } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { listAudit } from './history.ts';
import { auditInput } from './history-input.ts';

export const handler = dashboardEndpoint('POST /audit/search', {
  callers,
  input: auditInput,
  run: listAudit({ merchants, audit: historyIn(dynamo, MERCHANTS_TABLE) }),
});
