import { isSynthesized, synthesize } from '../../lib/startup/synthesize.ts';

/** Synthesizes the CDK app once, before any test that hosts it or reads its templates. */
export async function setup(): Promise<void> {
  if (!isSynthesized()) await synthesize();
}
