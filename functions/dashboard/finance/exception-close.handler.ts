import { exceptionWritesOn } from '../../payments/wiring.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { closeException, closeInput } from './exception-desk.ts';

export const handler = dashboardEndpoint('POST /finance/exceptions/close', {
  callers,
  input: closeInput,
  run: closeException(exceptionWritesOn({ dynamo, clock }, { transactions: transactionsTableName() })),
});
