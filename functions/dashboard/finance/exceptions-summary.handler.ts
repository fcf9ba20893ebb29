import { dynamo } from '../../runtime/dynamo.ts';
import { callers, tables } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { exceptionsReport } from './exceptions.ts';
import { financeInput } from './finance-input.ts';
import { exceptionsReportOn } from './wiring.ts';

export const handler = dashboardEndpoint('POST /finance/exceptions/summary', {
  callers,
  input: financeInput,
  run: exceptionsReport(exceptionsReportOn({ dynamo }, tables())),
});
