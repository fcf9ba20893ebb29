import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from './free-port.ts';
import { type GuardedProcess, startGuarded } from './guarded-process.ts';
import { packageDir } from './packages.ts';

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
 * Where the binary does not exist for the platform, the address in `DYNAMODB_ENDPOINT` is used instead (DynamoDB Local,
 * say); with neither it throws.
 */
export async function startDynamo(options: DynamoOptions = {}): Promise<Engine> {
  const external = process.env.DYNAMODB_ENDPOINT;
  if (external) return { endpoint: external, stop: async () => undefined };
  const binary = dynoxideBinary();
  if (options.dataFile) mkdirSync(dirname(options.dataFile), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      const child = await startGuarded(serveCommand(binary, port, options.dataFile), 'listening');
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

function dynoxideBinary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  const folder = packageDir(name);
  if (folder) return join(folder, process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  throw new Error(
    `No embedded DynamoDB for this platform (package ${name} is not installed): ` +
      'set DYNAMODB_ENDPOINT to the address of another DynamoDB, for instance DynamoDB Local.',
  );
}

function serveCommand(binary: string, port: number, dataFile: string | undefined): string[] {
  const command = [binary, 'serve', '--host', '127.0.0.1', '--port', String(port)];
  return dataFile ? [...command, '--db-path', dataFile] : command;
}

/**
 * Every write to a streamed table asks the engine's store for the highest sequence number, without an index: writes slow
 * down with each record kept (0.45 ms to 2 ms at 12,000 records). With the missing index they stay at 0.35 ms.
 */
function indexStreamRecords(dataFile: string): void {
  const database = new DatabaseSync(dataFile, { timeout: 2_000 });
  try {
    database.exec(
      'CREATE INDEX IF NOT EXISTS local_stream_sequence ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    );
  } finally {
    database.close();
  }
}
