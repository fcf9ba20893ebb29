import { exceptionWritesOn } from '../../payments/wiring.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { noteException, noteInput } from './exception-desk.ts';

export const handler = dashboardEndpoint('POST /finance/exceptions/note', {
  callers,
  input: noteInput,
  run: noteException(exceptionWritesOn({ dynamo, clock }, { transactions: transactionsTableName() })),
});
