import type { World } from './world.ts';

// Real time. On an idle machine the world's clock moves several times a second.
const STUCK_MS = 180_000;

/**
 * Waits for `work`. Throws, with the names of the running functions, when the world's clock stands still for `stuckMs`.
 */
export async function unlessStuck(world: World, work: Promise<void>, stuckMs = STUCK_MS): Promise<void> {
  const stuck = Promise.withResolvers<never>();
  let [seenMs, movedAt] = [world.time.nowMs, performance.now()];
  const watch = setInterval(() => {
    if (world.time.nowMs !== seenMs) [seenMs, movedAt] = [world.time.nowMs, performance.now()];
    if (performance.now() - movedAt < stuckMs) return;
    const names = [...world.state.running].map(({ functionName }) => functionName);
    stuck.reject(new Error(`stuck; under way: ${names.join(', ') || 'nothing'}`));
  }, stuckMs / 10);
  await Promise.race([work, stuck.promise]).finally(() => clearInterval(watch));
}
