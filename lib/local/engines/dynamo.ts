import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type GuardedProcess, startGuarded } from './guarded-process.ts';
import { packageDir, tableSource } from './table-source.ts';

export interface Engine {
  /** Base address for the SDK's `endpoint` setting, `http://127.0.0.1:PORT`. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

export interface DynamoOptions {
  /** SQLite file that keeps the tables; without it they live in memory. */
  dataFile?: string;
  /** Called when the engine ends though nobody stopped it. */
  onLost?: () => void;
}

const START_ATTEMPTS = 5;

/**
 * Starts DynamoDB with streams: the `dynoxide` binary as a child process that dies with this one, also on `kill -9`.
 * With `DYNAMODB_ENDPOINT` nothing is started and that DynamoDB is used; with neither it throws.
 */
export async function startDynamo(options: DynamoOptions = {}): Promise<Engine> {
  const { platform, arch, env } = process;
  const source = tableSource({ platform, arch, endpoint: env.DYNAMODB_ENDPOINT, packageDir });
  if (source.kind === 'endpoint') return { endpoint: source.endpoint, stop: async () => undefined };
  if (options.dataFile) mkdirSync(dirname(options.dataFile), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      const child = await startGuarded(serveCommand(source.path, port, options.dataFile), 'listening');
      if (options.dataFile) indexStreamRecords(options.dataFile);
      return running(child, port, options.onLost);
    } catch (error) {
      // Another process may take the port between the look and the start.
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
 * Every write to a streamed table asks the engine's store for the highest sequence number, without an index: writes slow
 * down with each record kept (0.45 ms to 2 ms at 12,000 records). With the missing index they stay at 0.35 ms. It only
 * saves time: where the store has no such table or is locked, there is none (docs/decisions/0025).
 */
export function indexStreamRecords(dataFile: string): void {
  try {
    const database = new DatabaseSync(dataFile, { timeout: 2_000 });
    try {
      database.exec(
        'CREATE INDEX IF NOT EXISTS local_stream_sequence ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
      );
    } finally {
      database.close();
    }
  } catch {
    // Slower writes are no reason not to start.
  }
}

/** A TCP port of the loopback that was free a moment ago; the caller tries again when someone else took it meanwhile. */
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
