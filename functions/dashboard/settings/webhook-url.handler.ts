import { systemClock as clock } from '../../runtime/clock.ts';
import { callers, merchants, permitLoopback } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { saveUrlInput, saveWebhookUrl } from './webhook-settings.ts';

export const handler = dashboardEndpoint('PUT /settings/webhook/url', {
  callers,
  isChange: true,
  input: saveUrlInput,
  run: saveWebhookUrl({ merchants, clock, permitLoopback: permitLoopback() }),
});
