import { dynamo } from '../../runtime/dynamo.ts';
import { callers, tables } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { exceptionsReport, summaryInput } from './exceptions.ts';
import { exceptionsReportOn } from './wiring.ts';

export const handler = dashboardEndpoint('POST /finance/exceptions/summary', {
  callers,
  input: summaryInput,
  run: exceptionsReport(exceptionsReportOn({ dynamo }, tables())),
});
