import { setTimeout as sleep } from 'node:timers/promises';
import { apiClient } from './api-client.ts';
import type { Arrival } from './processes.ts';
import { type Figure, grouped, percentile, type Section } from './report.ts';
import { type BenchService, settlingsIn, startBenchService } from './service.ts';

const PAYMENTS_A_SECOND = 15;
const PAYMENTS_AN_ADDRESS = 14;
const LIMIT_MS = 120_000;

/** Latency from the settling write to the receiver at a steady pace, and sustained deliveries a second. */
export async function webhookSection({ quick }: { quick: boolean }): Promise<Section> {
  const service = await startBenchService();
  try {
    const events = quick ? 50 : 300;
    await steadyPayments(service, 20);
    const paced = await steadyPayments(service, events);
    const burst = await settledAtOnce(service, quick ? 200 : 2_000);
    return {
      title: 'Webhooks on the local host',
      columns: ['events', 'p50 ms', 'p99 ms', 'deliveries/s'],
      figures: [
        latency(`MB WAY payments, ${PAYMENTS_A_SECOND} a second`, paced),
        latency('settled as fast as the engine writes', burst.arrivals, burst.perSecond),
      ],
      notes: [
        "Latency: from the settlement's time (`timestamp` in the payload, taken just before the settling write) to the",
        'first bytes at the receiver, by one clock in whole milliseconds. It covers the write, the stream, relay,',
        "queue, deliver and TLS. The engine's stream is read every 20 ms and its queue wakes consumers immediately;",
        'AWS publishes 213 ms (P50) for a stream and 16 ms for a queue. The second line settles without the bank, so',
        'that deliveries are the only work; its latency is queueing time.',
        ...service.complaints.slice(0, 5).map((line) => `complaint: ${line.slice(0, 200)}`),
      ],
    };
  } finally {
    await service.stop();
  }
}

/** Makes payments through the API and the simulated bank at an even pace. Returns their webhooks. */
async function steadyPayments(service: BenchService, count: number): Promise<Arrival[]> {
  const { baseUrl, merchants, receiver } = service;
  const startedAt = performance.now();
  const payments: Promise<void>[] = [];
  for (let begun = 0; begun < count; begun += PAYMENTS_AN_ADDRESS) {
    const client = apiClient(baseUrl, merchants[0].apiKey);
    for (let index = begun; index < Math.min(count, begun + PAYMENTS_AN_ADDRESS); index += 1) {
      await sleep(Math.max(0, startedAt + (index * 1000) / PAYMENTS_A_SECOND - performance.now()));
      payments.push(pay(client));
    }
    void Promise.allSettled(payments).then(() => client.close());
  }
  await Promise.all(payments);
  await receiver.count(count, LIMIT_MS);
  return receiver.take();
}

async function pay(client: ReturnType<typeof apiClient>): Promise<void> {
  const created = await client.post('/payments/init', { orderId: 'ORDER-1', amount: 10.5 });
  const { transactionId } = created.body;
  const { status, body } = await client.post('/payments/mbway', { transactionId, phoneNumber: '910000000' });
  if (status !== 200) throw new Error(`mbway answered ${status}: ${JSON.stringify(body)}`);
}

/** Settles prepared transactions by concurrent writers, without the API and the bank. */
async function settledAtOnce(
  service: BenchService,
  count: number,
): Promise<{ arrivals: Arrival[]; perSecond: number }> {
  const settlings = settlingsIn(service);
  const ids = await settlings.prepare(Array<string>(count).fill(service.merchants[0].merchantId));
  const startedAt = Date.now();
  await settlings.settle(ids);
  await service.receiver.count(count, LIMIT_MS);
  const arrivals = await service.receiver.take();
  const lastAt = Math.max(...arrivals.map(({ arrivedAt }) => arrivedAt));
  return { arrivals, perSecond: (count * 1000) / (lastAt - startedAt) };
}

function latency(name: string, arrivals: readonly Arrival[], perSecond?: number): Figure {
  const waits = arrivals.map(({ arrivedAt, settledAt }) => arrivedAt - settledAt);
  const values = [grouped(arrivals.length), grouped(percentile(waits, 0.5)), grouped(percentile(waits, 0.99))];
  return { name, values: [...values, perSecond === undefined ? '' : grouped(perSecond)] };
}
