import { exceptionWritesOn } from '../../payments/wiring.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { assignException, assignInput } from './exception-desk.ts';

export const handler = dashboardEndpoint('POST /finance/exceptions/assign', {
  callers,
  input: assignInput,
  run: assignException(exceptionWritesOn({ dynamo, clock }, { transactions: transactionsTableName() })),
});
