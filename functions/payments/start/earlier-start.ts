import { bankingEnvironment } from '../banking-environment.ts';
import { followUpOn } from '../wiring.ts';

/** Queries the bank about an earlier start, with clients of its own: loaded on demand (`start-environment.ts`). */
export const followUpEarlier = followUpOn(...bankingEnvironment());
