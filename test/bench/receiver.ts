import { fork } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '../support/eventually.ts';

/** One received webhook. Times in milliseconds since the epoch, by this machine's clock. */
export interface Arrival {
  transactionId: string;
  path: string;
  arrivedAt: number;
  /** The settlement's time in the payload (decision D21). */
  settledAt: number;
}

export interface BenchReceiver {
  /**
   * `https://localhost:PORT`. The first part of a path sets the behaviour: `/ok/…`, `/fail/…`, `/hang/…`.
   */
  url: string;
  readonly arrivals: Arrival[];
  stop(): void;
}

/** Receivers in a separate process, so that they and the service do not share an event loop. */
export async function startReceiver(certificateDir: string): Promise<BenchReceiver> {
  const files = ['receiver.pem', 'receiver.key.pem'].map((file) => join(certificateDir, file));
  const child = fork(join(import.meta.dirname, 'receiver.child.ts'), files, {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const lines: string[] = [];
  const arrivals: Arrival[] = [];
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    if (lines.length === 0) lines.push(line);
    else arrivals.push(JSON.parse(line) as Arrival);
  });
  const port = await eventually(() => lines[0]);
  // It ends when its parent disconnects.
  return { url: `https://localhost:${port}`, arrivals, stop: () => child.disconnect() };
}
