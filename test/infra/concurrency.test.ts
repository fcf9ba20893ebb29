import { describe, expect, test } from 'vitest';
import { reserveOf } from '../../lib/constructs/concurrency.ts';
import type { Stage } from '../../lib/stacks/stages.ts';
import { devAndProd, functionNamesById, type Part, type Templates } from './templates.ts';

const PARTS: Part[] = ['service', 'simulator', 'dashboard'];

/** Sum of what the consumers of queues may use. A consumer of a stream has one execution for each shard. */
function capsOf(templates: Templates) {
  const mappings = PARTS.filter((part) => templates.has(part)).flatMap((part) => {
    const queues = templates.resources(part, 'AWS::SQS::Queue').map(({ id }) => id);
    return templates
      .resources(part, 'AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => queues.some((id) => JSON.stringify(properties.EventSourceArn).includes(`"${id}"`)));
  });
  return mappings.map(({ properties }) =>
    Number((properties.ScalingConfig as { MaximumConcurrency?: number })?.MaximumConcurrency),
  );
}

function reservesOf(templates: Templates) {
  return PARTS.filter((part) => templates.has(part)).flatMap((part) => {
    const resources = templates.resources(part);
    const names = functionNamesById(resources, templates.stage);
    return resources
      .filter(({ properties }) => properties.ReservedConcurrentExecutions !== undefined)
      .map(({ id, properties }): [string, number] => [
        names.get(id) ?? id,
        Number(properties.ReservedConcurrentExecutions),
      ]);
  });
}

describe.each(devAndProd())('the concurrency of stage %s, by default 1,000', (_stage, templates) => {
  test('is left to the API by half: every queue’s consumer has a cap', () => {
    const caps = capsOf(templates);
    expect(caps.length).toBeGreaterThanOrEqual(2);
    expect(caps.filter((cap) => !(cap >= 2))).toEqual([]);
    expect(caps.reduce((sum, cap) => sum + cap, 0)).toBeLessThanOrEqual(500);
  });

  test('is reserved for the sweep and for notifications only, with 100 left, and in production only', () => {
    const reserves = reservesOf(templates);
    const wanted = templates.stage === 'prod' ? ['payments-notification', 'payments-sweep'] : [];
    expect(reserves.map(([name]) => name).sort()).toEqual(wanted);
    expect(1_000 - reserves.reduce((sum, [, reserved]) => sum + reserved, 0)).toBeGreaterThanOrEqual(100);
  });
});

// 52 are reserved, and 100 must be left of the half that reserves and queues share.
test('nothing is reserved where fewer than 100 of half the account’s concurrency would be left', () => {
  const reserves = (accountConcurrency: number) =>
    ['payments/sweep', 'payments/notification', 'payments/init'].map((handler) =>
      reserveOf({ production: true, accountConcurrency } as Stage, handler),
    );
  expect(reserves(303)).toEqual([undefined, undefined, undefined]);
  expect(reserves(304)).toEqual([2, 50, undefined]);
});
