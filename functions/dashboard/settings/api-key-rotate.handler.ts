import { apiKeyRotation } from '../../merchants/keys/api-key-rotation.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { callers, merchants } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { rotateApiKey } from './api-keys.ts';
import { rotateApiKeyInput } from './api-keys-input.ts';
import { keyring } from './keyring-dependency.ts';

export const handler = dashboardEndpoint('POST /settings/api-keys/rotate', {
  callers,
  isChange: true,
  input: rotateApiKeyInput,
  run: rotateApiKey({ rotation: apiKeyRotation({ merchants, keyring, clock }) }),
});
