import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../log.ts';

/** Warns of queued messages of an earlier version, in a file of the data folder that the queue engine does not read. */
export function warnOfFormerQueues(dataDir: string, log: Log): void {
  const file = join(dataDir, 'queues', 'fauxqs.db');
  if (!existsSync(file)) return;
  const warn = (text: string) => log({ kind: 'host', level: 'warn', text: `${text}: delete it to end this warning.` });
  try {
    const count = messagesIn(file);
    if (count > 0) warn(`${count} queued messages of an earlier version are not read. They are in ${file}`);
  } catch (error) {
    warn(`Messages of an earlier version cannot be counted in ${file}: ${(error as Error).message}. They are not read`);
  }
}

function messagesIn(file: string): number {
  const database = new DatabaseSync(file);
  try {
    const table = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqs_messages'").get();
    if (!table) return 0;
    const { count } = database.prepare('SELECT count(*) AS count FROM sqs_messages').get() as { count: number };
    return count;
  } finally {
    database.close();
  }
}
