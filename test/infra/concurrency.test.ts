import { App } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { paymentService } from '../../lib/stacks/payment-service.ts';
import { cdkContext, devAndProd, functionNamesById, type Part, synthesized, type Templates } from './templates.ts';

const PARTS: Part[] = ['service', 'simulator', 'dashboard'];
const { stages } = cdkContext() as { stages: { prod: object } };
const withConcurrency = (accountConcurrency: number) => ({
  stages: { ...stages, prod: { ...stages.prod, accountConcurrency } },
});

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
    expect(caps.length).toBeGreaterThanOrEqual(3);
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

test.each([154, 200, 304])(
  'with %d for the account nothing is reserved where fewer than 100, or than half, would be left',
  (accountConcurrency) => {
    const templates = synthesized('prod', withConcurrency(accountConcurrency));
    const reserved = reservesOf(templates);
    const total = [...capsOf(templates), ...reserved.map(([, each]) => each)].reduce((sum, each) => sum + each, 0);
    expect(total).toBeLessThanOrEqual(accountConcurrency / 2);
    expect(reserved).toHaveLength(accountConcurrency === 304 ? 2 : 0);
    const left = accountConcurrency - reserved.reduce((sum, [, each]) => sum + each, 0);
    expect(left).toBeGreaterThanOrEqual(100);
  },
);

test.each([10, 100, 153])(
  'a production account with %d is refused at synth, by the setting and what to request',
  (accountConcurrency) => {
    const app = new App({
      context: {
        ...cdkContext(),
        'aws:cdk:bundling-stacks': [],
        stage: 'prod',
        ...withConcurrency(accountConcurrency),
      },
    });
    paymentService(app);
    expect(() => app.synth()).toThrow(
      /accountConcurrency: the queues’ consumers take up to 77 of \d+ .* at least 154/s,
    );
  },
);

test('the alarm is at four fifths of what the stage states', () => {
  const alarms = synthesized('prod', withConcurrency(3_000)).resources('service', 'AWS::CloudWatch::Alarm');
  const concurrency = alarms.find(({ properties }) => properties.MetricName === 'ConcurrentExecutions');
  expect(concurrency?.properties.Threshold).toBe(2_400);
});
