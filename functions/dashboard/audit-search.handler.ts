import { auditIn } from '../merchants/audit.table.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { listAudit } from './audit.ts';
import { auditInput } from './audit-input.ts';
import { callers, MERCHANTS_TABLE, merchants } from './dependencies.ts';
import { dashboardEndpoint } from './endpoint.ts';

export const handler = dashboardEndpoint('POST /audit/search', {
  callers,
  input: auditInput,
  run: listAudit({ merchants, audit: auditIn(dynamo, MERCHANTS_TABLE) }),
});
