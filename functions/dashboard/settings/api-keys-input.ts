import * as z from 'zod/mini';
import { MAX_OVERLAP_MS, OVERLAP_MS } from '../../merchants/keys/overlap.ts';
import { HOUR_MS } from '../../runtime/durations.ts';

const MAX_HOURS = MAX_OVERLAP_MS / HOUR_MS;
const PROBLEM = `overlapHours must be an integer from 0 (the old key ends immediately) to ${MAX_HOURS} hours`;

export const rotateApiKeyInput = z.object({
  /** How long the old key stays valid. */
  overlapHours: z._default(
    z.int(PROBLEM).check(z.nonnegative(PROBLEM), z.maximum(MAX_HOURS, PROBLEM)),
    OVERLAP_MS / HOUR_MS,
  ),
});
export type RotateApiKeyInput = z.infer<typeof rotateApiKeyInput>;

export const revealApiKeyInput = z.object({ which: z.enum(['current', 'old'], 'which must be current or old') });
export type RevealApiKeyInput = z.infer<typeof revealApiKeyInput>;

export function overlapMsOf({ overlapHours }: RotateApiKeyInput): number {
  return overlapHours * HOUR_MS;
}
