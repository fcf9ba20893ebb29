import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that answers messages in order. */
interface ChildProcess {
  /** The next message that it sends. */
  next<Answer>(): Promise<Answer>;
  /** Sends a message and resolves with the answer. */
  ask<Answer>(message: unknown): Promise<Answer>;
  stop(): void;
}

/** Starts a script under plain Node, which strips types. */
function startChild(script: string, args: string[]): ChildProcess {
  const child = fork(script, args, { execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  child.stdout?.resume();
  const messages: unknown[] = [];
  const waiting: { resolve(message: unknown): void; reject(error: Error): void }[] = [];
  child.on('message', (message) => {
    const next = waiting.shift();
    if (next) next.resolve(message);
    else messages.push(message);
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting) reject(new Error(`${script} ended with status ${code}`));
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
    // The scripts end when their parent disconnects.
    stop: () => child.disconnect(),
  };
}

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
  /** The arrivals since the last call. */
  drain(): Promise<Arrival[]>;
  /** Resolves when `wanted` arrivals were received. Rejects after `limitMs`. */
  count(wanted: number, limitMs: number): Promise<void>;
  stop(): void;
}

const POLL_EVERY_MS = 50;

/** Receivers in a separate process, so that they and the service do not share an event loop. */
export async function startReceiver(certificateDir: string): Promise<BenchReceiver> {
  const files = ['receiver.pem', 'receiver.key.pem'].map((file) => join(certificateDir, file));
  const child = startChild(join(import.meta.dirname, 'receiver.child.ts'), files);
  const port = await child.next<number>();
  return {
    url: `https://localhost:${port}`,
    drain: () => child.ask('drain'),
    count: async (wanted, limitMs) => {
      const endsAt = performance.now() + limitMs;
      for (;;) {
        const have = await child.ask<number>('count');
        if (have >= wanted) return;
        if (performance.now() > endsAt) throw new Error(`${have} of ${wanted} webhooks arrived`);
        await sleep(POLL_EVERY_MS);
      }
    },
    stop: () => child.stop(),
  };
}
