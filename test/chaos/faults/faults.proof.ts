import { describe } from 'vitest';
import { type Fault, isCrash } from '../world/fault.ts';
import { API_SCENARIOS } from './api-scenarios.ts';
import { faultsIn } from './faults-in.ts';
import { FIRST_SCENARIOS, SCENARIOS } from './scenarios.ts';

const { play, complete } = faultsIn();
const ofNetwork = (fault: Fault) => !isCrash(fault);

describe('invariants 1, 3, 4, 5: no crash and no fault of the network loses an event or reports anything wrong', () => {
  // The crashes of the first ones are in `crash.test.ts`.
  play(SCENARIOS, (scenario) => (FIRST_SCENARIOS.includes(scenario) ? ofNetwork : undefined));
});

describe('invariant 2, §7: during faults every call has a documented status, may be repeated, and starts once', () => {
  play(API_SCENARIOS);
});

/** Call sites where an SDK retry finds its condition failed by its own first request. */
complete([
  'authorize UpdateItem rate-limits',
  'deliver UpdateItem',
  'mbway UpdateItem #1',
  'multibanco UpdateItem #1',
  'notification UpdateItem',
  'sweep UpdateItem',
]);
