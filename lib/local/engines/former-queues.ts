import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../log.ts';

/** Says so when an earlier version has left messages in the data folder, in a file that the queue engine does not read. */
export function warnOfFormerQueues(dataDir: string, log: Log): void {
  const file = join(dataDir, 'queues', 'fauxqs.db');
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file);
  const { count } = database.prepare('SELECT count(*) AS count FROM sqs_messages').get() as { count: number };
  database.close();
  if (count === 0) return;
  const text = `${count} queued messages of an earlier version are not read. They are in ${file}: delete it to end this warning.`;
  log({ kind: 'host', level: 'warn', text });
}
