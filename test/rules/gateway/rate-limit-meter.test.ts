import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  ThrottlingException,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { newLog } from '../../../functions/gateway/rate-limit.ts';
import { meterIn } from '../../../functions/gateway/rate-limits.table.ts';
import { rememberedRefusals } from '../../../functions/gateway/remembered-refusals.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';

const NOW_MS = 1_800_000_000_000;
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

test('an expired refusal is replaced by one of another address', () => {
  const refusals = rememberedRefusals(2);
  refusals.remember('a', 60_000);
  refusals.remember('b', 10_000);
  expect(refusals.retryAtMs('b', 10_000)).toBeUndefined();
  refusals.remember('c', 60_000);
  expect(['a', 'c'].map((address) => refusals.retryAtMs(address, 0))).toEqual([60_000, 60_000]);
});
