import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { EXCHANGES_FILE } from './exchanges.ts';

/** Before a test run: what an earlier one recorded is not judged. */
export function setup(): void {
  mkdirSync(dirname(EXCHANGES_FILE), { recursive: true });
  writeFileSync(EXCHANGES_FILE, '');
}
