import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const content = z.object({ aheadMs: z.int().check(z.nonnegative()) });

const fileIn = (dataDir: string) => join(dataDir, 'clock.json');

/** How far the clock of this data folder is ahead of the machine's; 0 when it was never moved. */
export function readAheadMs(dataDir: string): number {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return 0;
  try {
    return content.parse(JSON.parse(readFileSync(file, 'utf8'))).aheadMs;
  } catch {
    // To begin at the machine's time instead would take the clock back under what was written at a later time.
    throw new Error(`${file} cannot be read, so it is not known how far the clock was moved: start with --fresh.`);
  }
}

/** Replaces the file as a whole, so that a crash leaves the old one or the new one. */
export function writeAheadMs(dataDir: string, aheadMs: number): void {
  const file = fileIn(dataDir);
  writeFileSync(`${file}.new`, JSON.stringify({ aheadMs }));
  renameSync(`${file}.new`, file);
}
