import { dynamo } from '../../runtime/dynamo.ts';
import { callers, tables } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { transactionDetail } from './transaction-detail.ts';
import { detailInput } from './transactions-input.ts';
import { detailOn } from './wiring.ts';

export const handler = dashboardEndpoint('GET /transactions/{transactionId}', {
  callers,
  input: detailInput,
  run: transactionDetail(detailOn({ dynamo }, tables())),
});
