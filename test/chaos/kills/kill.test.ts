import { test } from 'vitest';
import { expectToSurvive } from './killed-service.ts';

test('invariants 2 to 5: killed while payments run, the service loses no event and sends no wrong one', async () => {
  await expectToSurvive(1, 20_261_120);
}, 600_000);
