import { startBullmq } from './delivery-bullmq.ts';
import { type IsolationLoad, isBad } from './delivery-isolation.ts';
import type { Line } from './delivery-isolation-rounds.ts';
import { processorTime } from './processor-time.ts';

const WARM_UP_S = 4;

/** The same load on a fresh sender of BullMQ, from adding a job to its receipt. */
export async function bullmqRun({ perSecond, share, durationS }: IsolationLoad): Promise<Line> {
  const sender = await startBullmq();
  if (!sender) throw new Error('BullMQ or its Redis is not there');
  try {
    await sender.add(Array<string>(perSecond * WARM_UP_S).fill('/ok/0'), perSecond);
    await sender.receiver.count(perSecond * WARM_UP_S, 60_000);
    await sender.receiver.take();
    const paths = Array.from({ length: perSecond * durationS }, (_, index) =>
      isBad(index, share) ? '/hang/0' : '/ok/0',
    );
    const healthy = paths.filter((path) => path === '/ok/0').length;
    const busySince = processorTime();
    await sender.add(paths, perSecond);
    const busy = busySince();
    const waitsMs: number[] = [];
    while (waitsMs.length < healthy) {
      await sender.receiver.count(1, 120_000);
      const arrivals = (await sender.receiver.take()).filter(({ path }) => path === '/ok/0');
      waitsMs.push(...arrivals.map(({ arrivedAt, settledAt }) => arrivedAt - settledAt));
    }
    return { waitsMs, busy };
  } finally {
    sender.stop();
  }
}
