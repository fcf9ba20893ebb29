import { secretSwitch } from '../../merchants/accounts/secret-rotation.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { callers, merchants } from '../dependencies.ts';
import { dashboardEndpoint, noInput } from '../endpoint.ts';
import { switchWebhookSecret } from './webhook-secret.ts';

const run = switchWebhookSecret({ rotation: { switchNow: secretSwitch({ merchants, clock }) } });

export const handler = dashboardEndpoint('POST /settings/webhook/secret/switch', {
  callers,
  isChange: true,
  input: noInput,
  run: (_, caller) => run(caller),
});
