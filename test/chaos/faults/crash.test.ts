import { describe } from 'vitest';
import { isCrash } from '../world/fault.ts';
import { faultsIn } from './faults-in.ts';
import { FIRST_SCENARIOS } from './scenarios.ts';

const { play } = faultsIn();

describe('invariants 1, 3, 4, 5: a crash at any step loses no event and reports nothing wrong', () => {
  play(FIRST_SCENARIOS, () => isCrash);
});
