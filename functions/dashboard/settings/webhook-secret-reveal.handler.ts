import { systemClock as clock } from '../../runtime/clock.ts';
import { callers, merchants } from '../dependencies.ts';
import { dashboardEndpoint, noInput } from '../endpoint.ts';
import { keyring } from './keyring-dependency.ts';
import { revealWebhookSecret } from './webhook-secret.ts';

const run = revealWebhookSecret({ merchants, keyring, clock });

export const handler = dashboardEndpoint('POST /settings/webhook/secret/reveal', {
  callers,
  isChange: true,
  input: noInput,
  run: (_, caller) => run(caller),
});
