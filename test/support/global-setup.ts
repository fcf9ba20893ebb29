import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../lib/operator/running-host.ts';
import { isSynthesized, synthesize } from '../../lib/startup/synthesize.ts';

/** A file system in memory, of Linux. */
const IN_MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 2 ** 30;

/**
 * Synthesizes the CDK app once, before the tests. Their temporary folders are in memory where there is room: the engine
 * waits for the disk at every write, and browsers write their profiles.
 */
export async function setup(): Promise<(() => void) | undefined> {
  if (!isSynthesized()) await synthesize();
  removeLeftovers();
  if (process.env.TMPDIR || freeBytes(IN_MEMORY) < MIN_FREE_BYTES) return undefined;
  const folder = mkdtempSync(`${IN_MEMORY}/payment-service-tests-${process.pid}-`);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Of runs that were killed. */
function removeLeftovers(): void {
  for (const name of existsSync(IN_MEMORY) ? readdirSync(IN_MEMORY) : []) {
    const [, pid] = /^payment-service-tests-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  // Blocks that any process may use.
  const { bavail: blocks, bsize: bytesEach } = statfsSync(folder);
  return blocks * bytesEach;
}
