import { totalsOn } from '../../finance/wiring.ts';
import { merchantIdsIn } from '../../merchants/accounts/merchants.table.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, tables } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { totals, totalsInput } from './totals.ts';

const { merchants, transactions } = tables();

export const handler = dashboardEndpoint('POST /finance/totals', {
  callers,
  input: totalsInput,
  run: totals({ ...totalsOn({ dynamo }, { transactions }), merchantIds: merchantIdsIn(dynamo, merchants) }),
});
