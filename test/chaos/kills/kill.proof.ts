import { test } from 'vitest';
import { expectToSurvive } from './killed-service.ts';

// The first kill is in `kill.test.ts`.
test('invariants 2 to 5: killed while payments run, the service loses no event and sends no wrong one', async () => {
  await expectToSurvive(1, 20_261_121);
}, 1_800_000);
