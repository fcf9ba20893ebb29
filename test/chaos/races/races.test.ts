import { describe } from 'vitest';
import { inEachOrder } from './play-races.ts';
import { FIRST_RACES } from './races.ts';

describe('every order of the calls of racing operations', () => inEachOrder(FIRST_RACES));
