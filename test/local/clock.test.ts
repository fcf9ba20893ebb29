import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../functions/runtime/durations.ts';
import { durationMs } from '../../lib/local/clock/clock.ts';
import { jsonClient } from '../../lib/local/json-client.ts';
import { Consumer, consumerFunction, queueUrl, run, running, sqs, stop } from './consumer.ts';
import {
  lambda,
  mapping,
  queue,
  type Resources,
  rule,
  start,
  table,
  temporaryFolder,
  writeAssembly,
} from './fixture.ts';

afterEach(stop);

/** Returns this thread's time, by every way to read it. */
const TELLER = `
export const handler = async (event, context) => ({
  now: Date.now(),
  made: new Date().getTime(),
  text: Date.parse(Date()),
  given: new Date(event.time).toISOString(),
  isDate: new Date() instanceof Date && new Date().constructor === Date,
  leftMs: context.getRemainingTimeInMillis(),
});`;

interface Times {
  now: number;
  made: number;
  text: number;
  given: string;
  isDate: boolean;
  leftMs: number;
}

const consuming = (queueProperties: Record<string, unknown> = {}): Resources => ({
  Queue: queue(queueProperties),
  Consumer: consumerFunction(),
  Mapping: mapping('Consumer', ['Queue', 'Arn']),
});

const send = (MessageBody: string, DelaySeconds: number) =>
  sqs()('SendMessage', { QueueUrl: queueUrl('Queue'), MessageBody, DelaySeconds });

test('a function gets the moved time by every API, and its timeout is unaffected', async () => {
  const resources = { Teller: lambda('teller', { FunctionName: 'teller', Timeout: 60 }) };
  const { host } = await start(writeAssembly({ Stack: { resources } }, { teller: TELLER }));
  const time = '2026-03-29T01:00:00.000Z';
  const before = (await host.invoke('teller', { time })) as Times;
  await host.advance(3 * DAY_MS);
  const after = (await host.invoke('teller', { time })) as Times;
  // The same environment: the thread was not restarted.
  for (const timeMs of [after.now, after.made, after.text + 999]) {
    expect(timeMs).toBeGreaterThanOrEqual(before.now + 3 * DAY_MS);
    expect(timeMs).toBeLessThanOrEqual(host.nowMs() + 999);
  }
  expect(after).toMatchObject({ given: time, isDate: true });
  expect(after.leftMs).toBeGreaterThan(30_000);
  expect(after.leftMs).toBeLessThanOrEqual(60_000);
  await host.stop();
});

test('delays and schedules that become due in a jump run at their times and in order', async () => {
  const consumer = new Consumer();
  const { host } = await run({ ...consuming(), Rule: rule('Consumer', '1 minute') }, consumer);
  await send('after 90 s', 90);
  await send('after 30 s', 30);
  await send('after 15 min', 900);
  const { quiet, steps, now, from } = await host.advance(150_000);
  expect(quiet).toBe(true);
  expect(consumer.seen()).toEqual(['after 30 s', 'tick', 'after 90 s', 'tick']);
  expect(steps).toHaveLength(4);
  expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).sort());
  expect(Date.parse(now) - Date.parse(from)).toBeGreaterThanOrEqual(150_000);
});

test('a failed message is retried after its visibility timeout, and finally moved to the dead letters', async () => {
  const consumer = new Consumer({ reportOn: ['bad'] });
  const resources = consuming({
    VisibilityTimeout: 3_600,
    RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 3 },
  });
  const { host } = await run({ ...resources, Dead: queue() }, consumer);
  await send('bad', 0);
  await host.advance(0);
  expect(consumer.seen()).toEqual(['bad']);
  await host.advance(1_800_000);
  expect(consumer.seen()).toEqual(['bad']);
  const { quiet } = await host.advance(DAY_MS);
  expect(quiet).toBe(true);
  expect(consumer.seen()).toEqual(['bad', 'bad', 'bad']);
  const { Messages: dead } = await sqs()('ReceiveMessage', { QueueUrl: queueUrl('Dead') });
  expect(dead).toMatchObject([{ Body: 'bad' }]);
});

describe('a far jump', () => {
  /** The minutes after the start at which the schedule ran in three days, with work that is due as `firstDue` says. */
  async function minutesOf(firstDue: (startMs: number, nowMs: number, afterMs: number) => number): Promise<number[]> {
    const startMs = Date.now();
    const resources = { Idle: lambda('idle'), Rule: rule('Idle', '1 minute') };
    const assembly = writeAssembly({ Stack: { resources } }, { idle: 'export const handler = async () => null;' });
    const { host } = await start(assembly, {
      firstDueMs: async ({ nowMs }, afterMs) => firstDue(startMs, nowMs(), afterMs),
    });
    const { steps } = await host.advance(3 * DAY_MS);
    // Up to an hour each of its times, due or not.
    expect((await host.advance(10 * MINUTE_MS)).steps).toHaveLength(10);
    await host.stop();
    return steps.map(({ at }) => Math.floor((Date.parse(at) - startMs) / MINUTE_MS));
  }
  const LAST = 3 * 24 * 60;

  test('skips the times of a schedule at which nothing is due, except the last one', async () => {
    const dueMinute = 36 * 60;
    const minutes = await minutesOf((startMs, nowMs) => {
      const dueMs = startMs + dueMinute * MINUTE_MS;
      return nowMs < dueMs ? dueMs : Number.POSITIVE_INFINITY;
    });
    expect(minutes).toHaveLength(2);
    expect([dueMinute, dueMinute + 1]).toContain(minutes[0]);
    expect([LAST - 1, LAST]).toContain(minutes[1]);
  });

  test('tries work that stays due each hour, and other work when it is due', async () => {
    const otherMinute = 90;
    const minutes = await minutesOf((startMs, _nowMs, afterMs) => {
      const dueMs = [0, otherMinute].map((minute) => startMs + minute * MINUTE_MS);
      return Math.min(...dueMs.filter((each) => each > afterMs));
    });
    expect(minutes[0]).toBeLessThanOrEqual(1);
    expect(minutes.length).toBeLessThanOrEqual(3 * 24 + 3);
    expect([otherMinute, otherMinute + 1].some((minute) => minutes.includes(minute))).toBe(true);
  });
});

test('the clock and its pending work survive a restart', async () => {
  const consumer = new Consumer();
  const dataDir = temporaryFolder();
  const first = await run(consuming(), consumer, dataDir);
  await first.host.advance(3 * DAY_MS);
  await send('later', 600);
  const leftAtMs = first.host.nowMs();
  await stop();

  const { host } = await run(consuming(), consumer, dataDir);
  expect(host.nowMs()).toBeGreaterThanOrEqual(leftAtMs);
  await host.advance(500_000);
  expect(consumer.seen()).toEqual([]);
  await host.advance(100_000);
  expect(consumer.seen()).toEqual(['later']);
});

test('an unreadable clock file stops the start, because the clock must not go back', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'clock.json'), '{"aheadMs":');
  await expect(run(consuming(), new Consumer(), dataDir)).rejects.toThrow(/clock\.json cannot be read/);
});

test('a stream record has the host’s time, and items are deleted when their time to live ends', async () => {
  const consumer = new Consumer();
  const resources: Resources = {
    Table: table({ TimeToLiveSpecification: { AttributeName: 'until', Enabled: true } }),
    Consumer: consumerFunction(),
    Mapping: mapping('Consumer', ['Table', 'StreamArn'], {
      MaximumRecordAgeInSeconds: 60,
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
    }),
  };
  const { host } = await run(resources, consumer);
  const dynamo = jsonClient(host.endpoints.dynamodb, 'dynamodb');
  const TableName = running()?.host.resources.Stack?.Table;
  const put = (id: string, untilMs: number) =>
    dynamo('PutItem', { TableName, Item: { id: { S: id }, until: { N: String(Math.ceil(untilMs / 1000)) } } });
  await host.advance(DAY_MS);
  await put('short', host.nowMs() + DAY_MS);
  await put('long', host.nowMs() + 3 * DAY_MS);
  await host.advance(2 * DAY_MS);
  expect(consumer.seen()).toEqual(['short', 'long']);
  const { Items: left } = await dynamo('Scan', { TableName });
  expect(left).toMatchObject([{ id: { S: 'long' } }]);
});

test('a duration is parsed with its units', () => {
  expect(['4m', '3d', '1h30m', '250ms', '0s'].map(durationMs)).toEqual([240_000, 3 * DAY_MS, 5_400_000, 250, 0]);
  expect(['', '4', 'm', '-4m', '4 m', '1.5h', '4min'].map(durationMs)).toEqual(Array(7).fill(undefined));
});
