import { webhookSecretRotation } from '../../merchants/accounts/secret-rotation.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { callers, merchants } from '../dependencies.ts';
import { dashboardEndpoint, noInput } from '../endpoint.ts';
import { keyring } from './keyring-dependency.ts';
import { rotateWebhookSecret } from './webhook-secret.ts';

const run = rotateWebhookSecret({ rotation: webhookSecretRotation({ merchants, keyring, clock }) });

export const handler = dashboardEndpoint('POST /settings/webhook/secret/rotate', {
  callers,
  isChange: true,
  input: noInput,
  run: (_, caller) => run(caller),
});
