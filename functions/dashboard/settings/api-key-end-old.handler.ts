import { oldKeyEnd } from '../../merchants/keys/api-key-rotation.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { callers, merchants } from '../dependencies.ts';
import { dashboardEndpoint, noInput } from '../endpoint.ts';
import { endOldApiKey } from './api-keys.ts';

const run = endOldApiKey({ rotation: { endOld: oldKeyEnd({ merchants, clock }) } });

export const handler = dashboardEndpoint('POST /settings/api-keys/end-old', {
  callers,
  isChange: true,
  input: noInput,
  run: (_, caller) => run(caller),
});
