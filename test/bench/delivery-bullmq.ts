import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../lib/local/engines/free-port.ts';
import { createDemoAuthority } from '../../lib/receiver/certificate.ts';
import { startChild } from './delivery-child.ts';
import { type DeliveryReceiver, startDeliveryReceiver } from './delivery-receiver.ts';
import { freshDir } from './fresh-dir.ts';

const CHILD = join(import.meta.dirname, 'delivery-bullmq.child.ts');

/** As many jobs side by side as the host's first delivery queue can have messages in hand: 20 batches of ten. */
export const BULLMQ_CONCURRENCY = 200;

/** A sender on BullMQ with receivers of its own. */
export interface BullmqSender {
  receiver: DeliveryReceiver;
  /** Adds a webhook to each path of the receiver, at an even pace or in tens as fast as Redis takes them. */
  add(paths: readonly string[], perSecond?: number): Promise<void>;
  /** Processor time of adding and working so far, in microseconds; Redis is another process. */
  cpuUs(): Promise<number>;
  stop(): void;
}

export const BULLMQ_MISSING =
  'No BullMQ beside it: BENCH_PEERS_DIR names no folder with node_modules/bullmq, or there is no redis-server there or on PATH.';

/** Undefined where BullMQ or Redis is not there; neither is a dependency of this project. */
export async function startBullmq(): Promise<BullmqSender | undefined> {
  const peersDir = process.env.BENCH_PEERS_DIR;
  if (!peersDir || !existsSync(join(peersDir, 'node_modules', 'bullmq'))) return undefined;
  const dir = freshDir('payment-service-bullmq-', true);
  const port = await freePort();
  const redis = await startRedis(peersDir, port, dir);
  if (!redis) return undefined;
  await createDemoAuthority(dir);
  const receiver = await startDeliveryReceiver(dir);
  const child = startChild(CHILD, [peersDir, String(port), join(dir, 'ca.pem'), String(BULLMQ_CONCURRENCY)]);
  await child.next();
  return {
    receiver,
    add: async (paths, perSecond) => {
      const urls = paths.map((path) => receiver.url + path);
      await child.ask({ urls, ...(perSecond !== undefined && { perSecond }) });
    },
    cpuUs: async () => (await child.ask<{ cpuUs: number }>('cpu')).cpuUs,
    stop: () => {
      child.stop();
      receiver.stop();
      redis.kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Whether BullMQ and Redis are there to be compared with. */
export async function hasBullmq(): Promise<boolean> {
  const sender = await startBullmq();
  sender?.stop();
  return sender !== undefined;
}

/** With every write in its log and synced once a second, which is the least that one may call kept. */
async function startRedis(peersDir: string, port: number, dir: string) {
  const own = join(peersDir, 'redis-server');
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'yes'];
  const redis = spawn(existsSync(own) ? own : 'redis-server', settings, { stdio: ['ignore', 'pipe', 'ignore'] });
  const isReady = await new Promise<boolean>((resolve) => {
    redis.once('error', () => resolve(false));
    redis.once('exit', () => resolve(false));
    redis.stdout.on('data', (text) => String(text).includes('Ready to accept connections') && resolve(true));
  });
  return isReady ? redis : undefined;
}
