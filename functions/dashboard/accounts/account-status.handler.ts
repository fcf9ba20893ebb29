import { systemClock as clock } from '../../runtime/clock.ts';
import { callers, merchants } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { accountStatusInput, decideOnAccount } from './account-status.ts';

export const handler = dashboardEndpoint('PUT /accounts/{merchantId}/status', {
  callers,
  input: accountStatusInput,
  run: decideOnAccount({ merchants, clock }),
});
