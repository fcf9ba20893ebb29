import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY: another connection holds the lock. */
const BUSY = 5;

/**
 * Locks the data folder for this host; throws when another host has it. The lock is an operating system lock, held
 * through SQLite, so it ends with the process, also after `kill -9`. Returns the function that releases it.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'lock.db');
  const database = openedIn(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== BUSY) throw notLocked(file, error);
    const hint = 'stop it, or choose another folder with PAYMENT_SERVICE_DIR';
    throw new Error(`Another local host is running on ${dataDir}: ${hint}.`);
  }
  return () => database.close();
}

function openedIn(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw notLocked(file, error);
  }
}

/** SQLite's own message names no file. */
function notLocked(file: string, cause: unknown): Error {
  return new Error(`${file} cannot be locked: ${(cause as Error).message}`, { cause });
}
