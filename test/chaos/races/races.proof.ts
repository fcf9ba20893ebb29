import { describe } from 'vitest';
import { impatiently, inEachOrder } from './play-races.ts';
import { FIRST_RACES, RACES, STARTS } from './races.ts';

// The others are in `races.test.ts`.
const OTHERS = RACES.filter((race) => !FIRST_RACES.includes(race));

describe('every order of the calls of racing operations', () => inEachOrder(OTHERS));
describe('an operation that gives up waiting for a slower one', () => impatiently(STARTS));
