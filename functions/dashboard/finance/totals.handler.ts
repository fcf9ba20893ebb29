import * as z from 'zod/mini';
import { countersTable } from '../../finance/totals/counters.table.ts';
import { MAX_COUNTERS } from '../../finance/totals/totals-report.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { callers } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { totals, totalsInput } from './totals.ts';

const { TOTALS_TABLE } = parseEnvironment({ TOTALS_TABLE: z.string() });

export const handler = dashboardEndpoint('POST /finance/totals', {
  callers,
  input: totalsInput,
  run: totals({ counters: countersTable(dynamo, TOTALS_TABLE), maxCounters: MAX_COUNTERS }),
});
