import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes the data folder for this host; throws when another one has it. The lock is one of the operating system's, held
 * through SQLite, so it is gone with the process however that ends: a file with a process id would outlive a `kill -9`.
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
