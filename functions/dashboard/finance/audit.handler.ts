import * as z from 'zod/mini';
import { auditResultsTable } from '../../finance/audit/results.table.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { callers } from '../dependencies.ts';
import { dashboardEndpoint, noInput } from '../endpoint.ts';
import { auditReport } from './audit.ts';

const { TOTALS_TABLE } = parseEnvironment({ TOTALS_TABLE: z.string() });

export const handler = dashboardEndpoint('GET /finance/audit', {
  callers,
  input: noInput,
  run: auditReport(auditResultsTable(dynamo, TOTALS_TABLE)),
});
