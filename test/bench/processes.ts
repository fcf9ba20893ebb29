import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that answers messages one after the other. */
export interface ChildProcess {
  /** The next message it sends of its own accord. */
  next<Answer>(): Promise<Answer>;
  /** Sends a message and answers with what comes back. */
  ask<Answer>(message: unknown): Promise<Answer>;
  stop(): void;
}

/** Starts a script under plain Node (which strips types by itself); with `env`, in that environment and no other. */
export function startChild(script: string, args: string[], env?: Record<string, string>): ChildProcess {
  const child = fork(script, args, { execArgv: [], ...(env && { env }), stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  child.stdout?.resume();
  const messages: unknown[] = [];
  const waiting: { resolve(message: unknown): void; reject(error: Error): void }[] = [];
  child.on('message', (message) => {
    const next = waiting.shift();
    if (next) next.resolve(message);
    else messages.push(message);
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting) reject(new Error(`${script} has ended with status ${code}`));
  });
  const next = <Answer>() =>
    new Promise<Answer>((resolve, reject) => {
      const waiter = { resolve: (message: unknown) => resolve(message as Answer), reject };
      if (messages.length > 0) waiter.resolve(messages.shift());
      else waiting.push(waiter);
    });
  return {
    next,
    ask: (message) => {
      const answer = next<never>();
      child.send(message as object);
      return answer;
    },
    // The scripts end when their parent leaves them.
    stop: () => child.disconnect(),
  };
}

/** One webhook's arrival; times in milliseconds since the epoch, by this machine's clock. */
export interface Arrival {
  transactionId: string;
  path: string;
  arrivedAt: number;
  /** The settlement's time, as the payload says it (decision D21). */
  settledAt: number;
}

export interface BenchReceiver {
  /** `https://localhost:PORT`; what a path does is told by its first part: `/ok/…`, `/fail/…`, `/hang/…`. */
  url: string;
  /** What came since the last time it was asked. */
  take(): Promise<Arrival[]>;
  /** Resolves when so many are there to be taken; rejects after `limitMs`. */
  count(wanted: number, limitMs: number): Promise<void>;
  stop(): void;
}

const POLL_EVERY_MS = 50;

/** Receivers in a process of their own, so that they and the service do not wait for each other's event loop. */
export async function startReceiver(certificateDir: string): Promise<BenchReceiver> {
  const files = ['receiver.pem', 'receiver.key.pem'].map((file) => join(certificateDir, file));
  const child = startChild(join(import.meta.dirname, 'receiver.child.ts'), files);
  const port = await child.next<number>();
  return {
    url: `https://localhost:${port}`,
    take: () => child.ask('take'),
    count: async (wanted, limitMs) => {
      const endsAt = performance.now() + limitMs;
      for (;;) {
        const have = await child.ask<number>('count');
        if (have >= wanted) return;
        if (performance.now() > endsAt) throw new Error(`${have} of ${wanted} webhooks came`);
        await sleep(POLL_EVERY_MS);
      }
    },
    stop: () => child.stop(),
  };
}
