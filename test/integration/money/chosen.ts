import { sampled } from '../../chaos/world/seeded.ts';

/**
 * What `npm test` plays of all cases, drawn by the seed. `KINDS=all npx vitest run test/integration/money` plays them
 * all.
 */
export function chosen<Value>(cases: readonly Value[], count: number, seed: number): Value[] {
  return process.env.KINDS === 'all' ? [...cases] : sampled(cases, count, seed);
}
