import { crashesIn } from './play-crashes.ts';
import { FIRST_SCENARIOS } from './scenarios.ts';

crashesIn(FIRST_SCENARIOS);
