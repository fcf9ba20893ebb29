import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onFile } from './data-file.ts';

/** SQLITE_BUSY: another connection holds the lock. */
const BUSY = 5;

/**
 * Locks the data folder for this host; throws when another host has it. The lock is an operating system lock, held
 * through SQLite, so it ends with the process, also after `kill -9`. Returns the function that releases it.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'lock.db');
  const database = onFile(file, () => new DatabaseSync(file));
  try {
    onFile(file, () => database.exec('BEGIN EXCLUSIVE'));
  } catch (error) {
    database.close();
    const { errcode } = (error as { cause: { errcode?: number } }).cause;
    if (errcode !== BUSY) throw error;
    const hint = 'stop it, or choose another folder with PAYMENT_SERVICE_DIR';
    throw new Error(`Another local host is running on ${dataDir}: ${hint}.`);
  }
  return () => database.close();
}
