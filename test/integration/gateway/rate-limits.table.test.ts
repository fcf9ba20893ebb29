import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  ThrottlingException,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { type Metering, newLog } from '../../../functions/gateway/rate-limit.ts';
import { type Meter, meterIn } from '../../../functions/gateway/rate-limits.table.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { seededRandom } from '../../chaos/world/seeded.ts';
import { test } from '../../rig/engine.ts';
import { type SeenOperations, seeOperations } from '../../rig/seen-operations.ts';
import { TABLES } from '../../rig/tables.ts';

let meter: Meter;
let seen: SeenOperations;
test.beforeAll(({ rig: { client } }) => {
  seen = seeOperations(client);
  meter = meterIn(client, TABLES.rateLimits);
});

const NOW_MS = 1_800_000_000_000;
const isAdmitted = ({ kind }: Metering) => kind === 'admitted';
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('§8.1, D15: the meter of an address', () => {
  test('admits exactly the first 30 of 200 concurrent requests', async () => {
    const decisions = await Promise.all(times(200).map(() => meter('a', NOW_MS)));
    expect(decisions.filter(isAdmitted)).toHaveLength(30);
    const refusals = decisions.filter((decision) => decision.kind === 'refused');
    expect(new Set(refusals.map(({ retryAtMs }) => retryAtMs))).toEqual(new Set([NOW_MS + MINUTE_MS]));
    const remaining = decisions.flatMap((decision) => (decision.kind === 'admitted' ? [decision.remaining] : []));
    expect(remaining.sort((a, b) => a - b)).toEqual(times(30));
  });

  test.each(['2001:db8::1', '::ffff:203.0.113.7', '198.51.100.255'])(
    'counts %s as a separate address',
    async (address) => {
      expect(await meter(address, NOW_MS)).toMatchObject({ remaining: 29 });
      expect(await meter(address, NOW_MS)).toMatchObject({ remaining: 28 });
    },
  );

  test('admits 30 of 200 again at the end of the window, and none a millisecond before', async () => {
    await Promise.all(times(30).map(() => meter('d', NOW_MS)));
    const before = await Promise.all(times(50).map(() => meter('d', NOW_MS + 59_999)));
    expect(before.filter(isAdmitted)).toHaveLength(0);
    const after = await Promise.all(times(200).map(() => meter('d', NOW_MS + MINUTE_MS)));
    expect(after.filter(isAdmitted)).toHaveLength(30);
  });

  test('agrees with a plain log over 600 random arrivals, and costs about one call each', async () => {
    const random = seededRandom(20_260_212);
    const log: number[] = [];
    let nowMs = NOW_MS;
    seen.length = 0;
    for (let count = 0; count < 600; count += 1) {
      // Bursts, an ordinary flow at the limit, and pauses.
      const draw = random();
      nowMs += Math.floor(draw < 0.6 ? random() * 50 : draw < 0.98 ? random() * 4_000 : random() * 70_000);
      const counted = log.filter((time) => time > nowMs - MINUTE_MS);
      if (counted.length < 30) log.push(nowMs);
      expect(await meter('e', nowMs)).toEqual(
        counted.length < 30
          ? { kind: 'admitted', remaining: 29 - counted.length, resetMs: (counted[0] ?? nowMs) + MINUTE_MS - nowMs }
          : { kind: 'refused', retryAtMs: (counted[0] ?? 0) + MINUTE_MS },
      );
    }
    expect(log.length).toBeGreaterThan(100);
    expect(log.length).toBeLessThan(580);
    expect(seen.length).toBeLessThanOrEqual(600 * 1.01);
  });
});

const ERROR = { $metadata: {}, message: 'scripted' };
const noLog = new ConditionalCheckFailedException(ERROR);
const outage = new Error('no table is to be reached');

/** A meter whose calls end as scripted, the last way repeatedly: an error is thrown, anything else is the answer. */
function meterAgainst(...script: (Error | object)[]) {
  const inputs: UpdateItemCommandInput[] = [];
  const client = new DynamoDBClient({ region: 'eu-west-1' });
  client.middlewareStack.add(
    () => async (args) => {
      inputs.push(args.input as UpdateItemCommandInput);
      const ending = script[Math.min(inputs.length, script.length) - 1];
      if (ending instanceof Error) throw ending;
      return { response: {}, output: { $metadata: {}, ...ending } };
    },
    { step: 'initialize' },
  );
  return { inputs, meter: meterIn(client, 'rate-limits') };
}

describe('the meter, when the table does not answer as usual', () => {
  test.each([
    new ThrottlingException(ERROR),
    new ProvisionedThroughputExceededException({ $metadata: {}, message: 'scripted' }),
  ])('treats $name of one address as over the limit, with a retry after one second', async (throttled) => {
    const { meter, inputs } = meterAgainst(throttled);
    expect(await meter('203.0.113.1', NOW_MS)).toEqual({ kind: 'refused', retryAtMs: NOW_MS + 1_000 });
    expect(inputs).toHaveLength(1);
  });

  test('rethrows an error of the first write and makes no other', async () => {
    const { meter, inputs } = meterAgainst(outage);
    await expect(meter('203.0.113.1', NOW_MS)).rejects.toBe(outage);
    expect(inputs).toHaveLength(1);
  });

  test('rethrows an error of the write that creates a log', async () => {
    const { meter, inputs } = meterAgainst(noLog, outage);
    await expect(meter('203.0.113.1', NOW_MS)).rejects.toBe(outage);
    expect(inputs).toHaveLength(2);
  });

  test('retries when another request has created the log meanwhile, and is counted second', async () => {
    const log = newLog(NOW_MS).with(-2, NOW_MS);
    const { meter, inputs } = meterAgainst(noLog, noLog, { Attributes: toAttributes({ log }) });
    expect(await meter('203.0.113.1', NOW_MS)).toEqual({ kind: 'admitted', remaining: 28, resetMs: 60_000 });
    expect(inputs).toHaveLength(3);
  });

  test('gives up after three rounds of contradicting answers about the log', async () => {
    const { meter, inputs } = meterAgainst(noLog);
    await expect(meter('203.0.113.1', NOW_MS)).rejects.toThrow('the log of an address vanished');
    expect(inputs).toHaveLength(6);
  });
});

test('an address’s log expires an hour after its last admitted request, in whole seconds for TTL', async () => {
  const begun = meterAgainst(noLog, {});
  await begun.meter('203.0.113.1', NOW_MS + 1);
  const movedOn = meterAgainst({ Attributes: toAttributes({ log: newLog(NOW_MS) }) });
  await movedOn.meter('203.0.113.1', NOW_MS);
  const expiries = [begun.inputs[1], movedOn.inputs[0]].map(
    (input) => input?.ExpressionAttributeValues?.[':expiresAt'],
  );
  expect(expiries).toEqual([{ N: String(NOW_MS / 1_000 + 3_601) }, { N: String(NOW_MS / 1_000 + 3_600) }]);
});
