import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What the service writes in `.local`, by folder. Any other file there is the reader's own. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  // Its tables, queues and positions with SQLite's files beside them.
  data: /^((dynamo|queues|positions)\.db(-\w+)?|(secrets|clock|issuer-key)\.json(\.n\w+)?)$/,
  mail: /^[\dT.Z-]+\.txt$/,
  certificates: /^(ca|receiver|receiver\.key)\.pem$/,
  '.': /^(service|host|receiver)\.json(\.new)?$/,
};

/** Creates the folder of the service, or removes the rights of others: it holds keys in plain text. */
export function openLocalDir(localDir: string): void {
  mkdirSync(localDir, { recursive: true, mode: 0o700 });
  chmodSync(localDir, 0o700);
}

/** Deletes what the service has written, except the lock of its data, which the caller holds. */
export function deleteLocalData(localDir: string): void {
  for (const [name, files] of Object.entries(WRITTEN)) deleteIn(join(localDir, name), files);
}

function deleteIn(folder: string, files: RegExp): void {
  for (const name of namesIn(folder).filter((each) => files.test(each))) rmSync(join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
