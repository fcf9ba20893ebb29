import * as z from 'zod/mini';
import { countersTable } from '../../finance/totals/counters.table.ts';
import { totalsInput } from '../../finance/totals/period.ts';
import { COUNTERS_AT_MOST, totalsReport } from '../../finance/totals/totals-report.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { callers } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';

const { TOTALS_TABLE } = parseEnvironment({ TOTALS_TABLE: z.string() });

export const handler = dashboardEndpoint('POST /finance/totals', {
  callers,
  input: totalsInput,
  run: totalsReport({ counters: countersTable(dynamo, TOTALS_TABLE), countersAtMost: COUNTERS_AT_MOST }),
});
