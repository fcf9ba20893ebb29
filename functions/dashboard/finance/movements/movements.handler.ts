import { dynamo } from '../../../runtime/dynamo.ts';
import { callers, tables } from '../../dependencies.ts';
import { dashboardEndpoint } from '../../endpoint.ts';
import { movementsOn } from '../wiring.ts';
import { listMovements, movementsInput } from './movements.ts';

export const handler = dashboardEndpoint('POST /finance/movements/search', {
  callers,
  input: movementsInput,
  run: listMovements(movementsOn({ dynamo }, tables())),
});
