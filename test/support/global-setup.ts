import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../../functions/runtime/durations.ts';
import { isSynthesized, synthesize } from '../../lib/startup/synthesize.ts';

/** A file system in memory, of Linux. */
const IN_MEMORY = '/dev/shm';
const PREFIX = 'payment-service-tests-';
const MIN_FREE_BYTES = 2 ** 30;

/**
 * Synthesizes the CDK app once, before the tests. Their temporary folders are in memory where there is room: the engine
 * waits for the disk at every write, and browsers write their profiles.
 */
export async function setup(): Promise<(() => void) | undefined> {
  await synthesizeForTests();
  removeLeftovers();
  if (process.env.TMPDIR || freeBytes(IN_MEMORY) < MIN_FREE_BYTES) return undefined;
  const folder = mkdtempSync(join(IN_MEMORY, PREFIX));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Synthesizes the CDK app unless that was done. Without CloudFormation's own rules, which take most of the time: `cdk
 * synth` judges the templates by them (test/infra/cdk-synth.proof.ts).
 */
export async function synthesizeForTests(): Promise<void> {
  process.env.CDK_VALIDATION = 'false';
  if (!isSynthesized()) await synthesize();
}

/** Of this user's runs that were killed, a day later. */
function removeLeftovers(): void {
  const names = existsSync(IN_MEMORY) ? readdirSync(IN_MEMORY) : [];
  for (const folder of names.filter((name) => name.startsWith(PREFIX)).map((name) => join(IN_MEMORY, name))) {
    const found = statSync(folder, { throwIfNoEntry: false });
    const isLeft = found !== undefined && found.uid === process.getuid?.() && Date.now() - found.mtimeMs > DAY_MS;
    if (isLeft) rmSync(folder, { recursive: true, force: true });
  }
}

function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  // Blocks that any process may use.
  const { bavail: blocks, bsize: bytesEach } = statfsSync(folder);
  return blocks * bytesEach;
}
