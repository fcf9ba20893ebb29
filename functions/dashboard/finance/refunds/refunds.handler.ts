import { dynamo } from '../../../runtime/dynamo.ts';
import { callers, tables } from '../../dependencies.ts';
import { dashboardEndpoint } from '../../endpoint.ts';
import { refundsOn } from '../wiring.ts';
import { listRefunds, refundsInput } from './refunds.ts';

export const handler = dashboardEndpoint('POST /finance/refunds/search', {
  callers,
  input: refundsInput,
  run: listRefunds(refundsOn({ dynamo }, tables())),
});
