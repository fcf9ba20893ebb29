import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/*
 * A sender of webhooks as it is commonly built on BullMQ, to measure beside ours: one queue, one worker with so many jobs at
 * a time, a POST with a signature over a kept connection, 8 s of time-out, four attempts at the contract's delays. It
 * has no database besides Redis: what became of a webhook is the job's state. Adding and working share this process.
 * Messages: a plan of jobs to add, answered when all are added; `cpu`.
 */

interface Plan {
  urls: string[];
  perSecond?: number;
}

interface Queue {
  add(name: string, data: unknown, options: object): Promise<unknown>;
  addBulk(jobs: object[]): Promise<unknown>;
}

const [peersDir = '', redisPort = '', caFile = '', concurrency = '200'] = process.argv.slice(2);
const { Queue, Worker } = createRequire(join(peersDir, 'package.json'))('bullmq') as {
  Queue: new (name: string, options: object) => Queue;
  Worker: new (
    name: string,
    work: (job: { data: { url: string; body: string } }) => Promise<void>,
    options: object,
  ) => unknown;
};

const connection = { host: '127.0.0.1', port: Number(redisPort), maxRetriesPerRequest: null };
const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, ca: readFileSync(caFile) });
const JOB = { attempts: 4, backoff: { type: 'contract' }, removeOnComplete: 1_000 };
const DELAYS_AFTER_ATTEMPT_MS = [200, 1_000, 5_000];
const ADDED_TOGETHER = 10;

function post(url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const signature = `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`;
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-service-signature': signature,
    };
    const sent = request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error('status'))));
    });
    const deadline = setTimeout(() => sent.destroy(new Error('timeout')), 8_000);
    sent.once('close', () => clearTimeout(deadline));
    sent.once('error', reject);
    sent.end(body);
  });
}

const queue = new Queue('webhooks', { connection });
new Worker('webhooks', ({ data: { url, body } }) => post(url, body), {
  connection,
  concurrency: Number(concurrency),
  settings: { backoffStrategy: (made: number) => DELAYS_AFTER_ATTEMPT_MS[made - 1] ?? 0 },
});

let added = 0;
function jobFor(url: string): { name: string; data: object; opts: object } {
  added += 1;
  const time = new Date().toISOString();
  const facts = { externalOrderId: 'ORDER-1', amount: 10, currency: 'EUR', paymentMethod: 'MBWAY', status: 'paid' };
  const body = JSON.stringify({
    event: 'payment.success',
    timestamp: time,
    data: { id: `tx_${added}`, ...facts, paidAt: time },
  });
  return { name: 'webhook', data: { url, body }, opts: JOB };
}

async function add({ urls, perSecond }: Plan): Promise<void> {
  if (perSecond === undefined) {
    for (let start = 0; start < urls.length; start += ADDED_TOGETHER) {
      await queue.addBulk(urls.slice(start, start + ADDED_TOGETHER).map(jobFor));
    }
    return;
  }
  const startedAt = performance.now();
  for (const [index, url] of urls.entries()) {
    const aheadMs = startedAt + (index * 1_000) / perSecond - performance.now();
    if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
    const { name, data, opts } = jobFor(url);
    void queue.add(name, data, opts);
  }
}

process.on('message', async (message: Plan | 'cpu') => {
  if (message !== 'cpu') {
    await add(message);
    process.send?.('added');
    return;
  }
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuUs: user + system });
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
