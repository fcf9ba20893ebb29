import { apiKeyRotation } from '../../merchants/keys/api-key-rotation.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { callers, merchants } from '../dependencies.ts';
import { dashboardEndpoint, noInput } from '../endpoint.ts';
import { rotateApiKey } from './api-keys.ts';
import { keyring } from './keyring-dependency.ts';

const run = rotateApiKey({ rotation: apiKeyRotation({ merchants, keyring, clock }) });

export const handler = dashboardEndpoint('POST /settings/api-keys/rotate', {
  callers,
  isChange: true,
  input: noInput,
  run: (_, caller) => run(caller),
});
