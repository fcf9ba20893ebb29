import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** A new folder; with `isInMemory` in the machine's memory where there is such a place, so that engines do not wait for a disk. */
export function freshDir(prefix: string, isInMemory = false): string {
  return mkdtempSync(join(isInMemory && existsSync(MEMORY) ? MEMORY : tmpdir(), prefix));
}
