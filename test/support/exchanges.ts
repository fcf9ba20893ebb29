import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call, Reply } from '../hosted/support/http-call.ts';

/** A call of the payment API that a test made, and its answer. */
export interface Exchange {
  call: Omit<Call, 'origin'>;
  reply: Pick<Reply, 'status' | 'headers' | 'text'>;
}

/** The variable by which the workers of a complete run record. */
export const RECORDS_EXCHANGES = 'RECORDS_EXCHANGES';

/** One JSON line for each exchange of the latest run of every test, which `npm run judges` holds to the description. */
export const EXCHANGES_FILE = join(import.meta.dirname, '..', '..', '.cache', 'exchanges.jsonl');

export function recordedExchanges(): Exchange[] {
  if (!existsSync(EXCHANGES_FILE)) return [];
  const lines = readFileSync(EXCHANGES_FILE, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Exchange);
}
