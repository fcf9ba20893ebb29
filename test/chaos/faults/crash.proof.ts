import { crashesIn } from './play-crashes.ts';
import { FIRST_SCENARIOS, SCENARIOS } from './scenarios.ts';

// The others are in `crash.test.ts`.
crashesIn(SCENARIOS.filter((scenario) => !FIRST_SCENARIOS.includes(scenario)));
