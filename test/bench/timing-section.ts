import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryAttempt } from '../../functions/payments/transaction.ts';
import { DELAYS_BEFORE_ATTEMPT_MS, MAX_ATTEMPTS } from '../../functions/webhooks/plan.ts';
import { webhooksOn } from '../../functions/webhooks/wiring.ts';
import { type Figure, grouped, percentile, type Section } from './report.ts';
import { type BenchService, settlingsIn, startBenchService } from './service.ts';

const PER_SECOND = 5;
const WARM_UP_EVENTS = 20;
const LIMIT_MS = 60_000;

/** When each attempt was logged as recorded, by transaction and number. */
type RecordedAt = Map<string, number>;

/** How late attempts 2 to 4 start, and how soon an outcome is recorded. */
export async function timingSection({ quick }: { quick: boolean }): Promise<Section> {
  const recordedAt: RecordedAt = new Map();
  const service = await startBenchService({
    paths: ['/fail/0'],
    onLog: (entry) => entry.kind === 'function' && note(entry.line, recordedAt),
  });
  try {
    await failed(service, WARM_UP_EVENTS);
    const deliveries = await failed(service, quick ? 40 : 100);
    return {
      title: `Retry schedule on the local host, ${deliveries.length} failing deliveries at ${PER_SECOND} a second`,
      columns: ['delay ms', 'late p50 ms', 'late p99 ms', 'earliest ms'],
      figures: [...[2, 3, 4].map((number) => lateness(deliveries, number)), recording(deliveries, recordedAt)],
      notes: [
        'Late: from the due time of an attempt (end of the previous one plus its delay, §6.4) to its start, both as',
        'recorded. Last line: from the end of a POST to the log line after its record, as it reaches the host: an',
        'upper bound. The invocation sleeps before attempt 2. Attempts 3 and 4 use the queue, whose delays are whole',
        'seconds on AWS too. AWS adds its published time from queue to function, 16 ms (P50) and 105 ms (P99).',
        ...service.complaints.slice(0, 3).map((line) => `complaint: ${line.slice(0, 200)}`),
      ],
    };
  } finally {
    await service.stop();
  }
}

function note(line: string, recordedAt: RecordedAt): void {
  if (!line.includes('"webhook attempted"')) return;
  const { transactionId, attempt } = JSON.parse(line) as { transactionId: string; attempt: number };
  recordedAt.set(`${transactionId}/${attempt}`, Date.now());
}

interface FailedDelivery {
  transactionId: string;
  attempts: DeliveryAttempt[];
}

/** Settles payments of the merchant whose endpoint answers 500. Returns their deliveries when all have ended. */
async function failed(service: BenchService, count: number): Promise<FailedDelivery[]> {
  const settlings = settlingsIn(service);
  const ids = await settlings.prepare(Array<string>(count).fill(service.merchants[0].merchantId));
  await settlings.settle(ids, PER_SECOND);
  const { dynamo, transactionsTable: transactions } = service;
  const { deliveries } = webhooksOn({ dynamo, clock: Date.now }, { transactions });
  const ended: FailedDelivery[] = [];
  const endsAt = performance.now() + LIMIT_MS;
  for (const transactionId of ids) {
    for (;;) {
      const delivery = (await deliveries.read(transactionId, 'strong'))?.settlements[0]?.delivery;
      if (delivery && delivery.attempts.length === MAX_ATTEMPTS) {
        ended.push({ transactionId, attempts: delivery.attempts });
        break;
      }
      if (performance.now() > endsAt) throw new Error(`a delivery has only ${delivery?.attempts.length} attempts`);
      await sleep(250);
    }
  }
  return ended;
}

function lateness(deliveries: readonly FailedDelivery[], number: number): Figure {
  const delayMs = DELAYS_BEFORE_ATTEMPT_MS[number - 1] ?? 0;
  const lateMs = deliveries.map(({ attempts }) => {
    const before = attempts[number - 2];
    const due = (before?.startedAt ?? Number.NaN) + (before?.durationMs ?? 0) + delayMs;
    return (attempts[number - 1]?.startedAt ?? Number.NaN) - due;
  });
  const values = [percentile(lateMs, 0.5), percentile(lateMs, 0.99), Math.min(...lateMs)];
  return { name: `attempt ${number}`, values: [grouped(delayMs), ...values.map((value) => grouped(value))] };
}

function recording(deliveries: readonly FailedDelivery[], recordedAt: RecordedAt): Figure {
  const tookMs = deliveries.flatMap(({ transactionId, attempts }) =>
    attempts.map(
      ({ startedAt, durationMs }, index) =>
        (recordedAt.get(`${transactionId}/${index + 1}`) ?? Number.NaN) - startedAt - durationMs,
    ),
  );
  const values = [percentile(tookMs, 0.5), percentile(tookMs, 0.99), Math.min(...tookMs)];
  return { name: 'outcome to record', values: ['', ...values.map((value) => grouped(value))], budget: '≤ 50 ms' };
}
