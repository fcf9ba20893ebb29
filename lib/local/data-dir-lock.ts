import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Locks the data folder for this host; throws when another host has it. The lock is an operating system lock, held
 * through SQLite, so it ends with the process, also after `kill -9`. Returns the function that releases it.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(join(dataDir, 'lock.db'));
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch {
    database.close();
    throw new Error(`Another local host is running on ${dataDir}: stop it, or choose another data folder.`);
  }
  return () => database.close();
}
