import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** A new folder in the machine's memory where there is such a place, so that engines do not wait for a disk; else a temporary one. */
export function freshMemoryDir(prefix: string): string {
  return mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), prefix));
}

export function freshDir(prefix: string): string {
  return mkdtempSync(join(tmpdir(), prefix));
}
