import { systemClock as clock } from '../../runtime/clock.ts';
import { callers, merchants } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { revealApiKey } from './api-keys.ts';
import { revealApiKeyInput } from './api-keys-input.ts';
import { keyring } from './keyring-dependency.ts';

export const handler = dashboardEndpoint('POST /settings/api-keys/reveal', {
  callers,
  isChange: true,
  input: revealApiKeyInput,
  run: revealApiKey({ merchants, keyring, clock }),
});
