import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileError } from '../data-file.ts';
import { type GuardedProcess, startGuarded } from './guarded-process.ts';
import { tablesProgram } from './tables-program.ts';

export interface Engine {
  /** Base address for the SDK's `endpoint` setting, `http://127.0.0.1:PORT`. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

export interface DynamoOptions {
  /** SQLite file of the tables; without it they are in memory. */
  dataFile?: string;
  /** Called when the engine ends without being stopped. */
  onLost?: () => void;
}

const START_ATTEMPTS = 5;

/**
 * Starts DynamoDB with streams: the `dynoxide` binary as a child process that dies with this one, also on `kill -9`.
 */
export async function startDynamo(options: DynamoOptions = {}): Promise<Engine> {
  const binary = tablesProgram(process.platform, process.arch);
  if (options.dataFile) mkdirSync(dirname(options.dataFile), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      const child = await startGuarded(serveCommand(binary, port, options.dataFile), 'listening');
      if (options.dataFile) indexStreamRecords(options.dataFile);
      return running(child, port, options.onLost);
    } catch (error) {
      const [, problem] = /code \d+: error: (.*?database[^.:\n]*)/i.exec(String(error)) ?? [];
      if (options.dataFile && problem) throw fileError(options.dataFile, new Error(problem));
      // Another process may have bound the port meanwhile.
      if (attempt === START_ATTEMPTS || !String(error).includes('already in use')) throw error;
    }
  }
}

function running(child: GuardedProcess, port: number, onLost: (() => void) | undefined): Engine {
  let stopping = false;
  void child.ended.then(() => {
    if (!stopping) onLost?.();
  });
  const stop = () => {
    stopping = true;
    return child.stop();
  };
  return { endpoint: `http://127.0.0.1:${port}`, stop };
}

function serveCommand(binary: string, port: number, dataFile: string | undefined): string[] {
  const command = [binary, 'serve', '--host', '127.0.0.1', '--port', String(port)];
  return dataFile ? [...command, '--db-path', dataFile] : command;
}

/**
 * Adds an index that the engine's store lacks. Every write to a table with a stream queries the highest sequence
 * number. Without an index writes slow down with the number of records (0.45 ms to 2 ms at 12,000 records); with it
 * they take 0.35 ms. Skipped when the store has no such table or is locked (docs/decisions/0025).
 */
export function indexStreamRecords(dataFile: string): void {
  try {
    const database = new DatabaseSync(dataFile, { timeout: 2_000 });
    try {
      const columns = 'table_name, CAST(sequence_number AS INTEGER)';
      database.exec(`CREATE INDEX IF NOT EXISTS local_stream_sequence ON _stream_records (${columns})`);
    } finally {
      database.close();
    }
  } catch {
    // The index is optional.
  }
}

/** A free TCP port of the loopback. Another process may bind it before the caller does. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
