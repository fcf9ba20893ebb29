import { isSynthesized, synthesize } from '../../lib/startup/synthesize.ts';

/** Synthesizes the CDK app once, before the tests. */
export async function setup(): Promise<void> {
  if (!isSynthesized()) await synthesize();
}
