import { systemClock as clock } from '../../runtime/clock.ts';
import { callers, merchants } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { companyInput, saveCompany } from './company.ts';

export const handler = dashboardEndpoint('PUT /settings/account/company', {
  callers,
  isChange: true,
  input: companyInput,
  run: saveCompany({ merchants, clock }),
});
