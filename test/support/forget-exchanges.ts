import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { EXCHANGES_FILE, RECORDS_EXCHANGES } from './exchanges.ts';
import { RIGHTS_FILE } from './recorded-rights.ts';

/** Options of `vitest run` that leave tests out. */
const SELECTING = /^(-t|--(testNamePattern|project|shard|changed|exclude|dir|tagsFilter|bail)\b)/;

/** Whether a command line of vitest runs every test. A word that may be the value of an option counts as a filter. */
export function isCompleteRun([command, ...rest]: readonly string[]): boolean {
  return command === 'run' && rest.every((word) => word.startsWith('-') && !SELECTING.test(word));
}

/** Before a run of every test: what an earlier one recorded is not judged. Any other run leaves the record as it is. */
export function setup(): void {
  if (!isCompleteRun(process.argv.slice(2))) return;
  mkdirSync(dirname(EXCHANGES_FILE), { recursive: true });
  for (const file of [EXCHANGES_FILE, RIGHTS_FILE]) writeFileSync(file, '');
  process.env[RECORDS_EXCHANGES] = 'true';
  process.env.RIGHTS_FILE = RIGHTS_FILE;
}
