import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildProcess, startChild } from './delivery-child.ts';

const CHILD = join(import.meta.dirname, 'delivery-receiver.child.ts');

/** One webhook's arrival; times in milliseconds since the epoch, by this machine's clock. */
export interface DeliveryArrival {
  transactionId: string;
  path: string;
  arrivedAt: number;
  /** The settlement's time, as the payload says it (decision D21). */
  settledAt: number;
}

export interface DeliveryReceiver {
  /** `https://localhost:PORT`; what a path does is told by its first part: `/ok/…`, `/fail/…`, `/hang/…`. */
  url: string;
  /** What came since the last time it was asked. */
  take(): Promise<DeliveryArrival[]>;
  /** Resolves when so many are there to be taken; rejects after `limitMs`. */
  count(wanted: number, limitMs: number): Promise<void>;
  stop(): void;
}

const LOOK_EVERY_MS = 50;

/** Receivers in a process of their own, so that they and the service do not wait for each other's event loop. */
export async function startDeliveryReceiver(certificateDir: string): Promise<DeliveryReceiver> {
  const files = ['receiver.pem', 'receiver.key.pem'].map((file) => join(certificateDir, file));
  const child: ChildProcess = startChild(CHILD, files);
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
        await sleep(LOOK_EVERY_MS);
      }
    },
    stop: () => child.stop(),
  };
}
