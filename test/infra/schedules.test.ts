import { describe, expect, test } from 'vitest';
import { devTemplates, idOf, type Part, synthesized } from './templates.ts';

interface Target {
  Arn: unknown;
  RetryPolicy?: unknown;
}

const SECONDS: Record<string, number> = {
  minute: 60,
  minutes: 60,
  hour: 3_600,
  hours: 3_600,
  day: 86_400,
  days: 86_400,
};
const PARTS: Part[] = ['data', 'service', 'simulator', 'dashboard'];

const templates = [devTemplates(), synthesized('prod')];
const schedules = templates.flatMap((stage) =>
  PARTS.filter((part) => stage.has(part)).flatMap((part) =>
    stage.resources(part, 'AWS::Events::Rule').map(({ id, properties }) => {
      const [, count = '', unit = ''] = /^rate\((\d+) (\w+)\)$/.exec(String(properties.ScheduleExpression)) ?? [];
      const intervalS = Number(count) * (SECONDS[unit] ?? Number.NaN);
      const targets = properties.Targets as Target[];
      const repeats = stage.resources(part, 'AWS::Lambda::EventInvokeConfig');
      return { name: `${stage.stage} ${part} ${id}`, intervalS, targets, repeats };
    }),
  ),
);

describe('the schedules', () => {
  test('are those of the sweep and the night', () => {
    expect(schedules.map(({ name }) => name.split(' ').slice(0, 2).join(' '))).toEqual([
      ...['dev service', 'dev service', 'prod service', 'prod service'],
    ]);
  });

  test.each(schedules)('$name: invokes at most once, without retries of EventBridge or Lambda', (schedule) => {
    const { intervalS, targets, repeats } = schedule;
    expect(targets).toHaveLength(1);
    for (const { Arn, RetryPolicy } of targets) {
      expect(RetryPolicy).toEqual({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: intervalS });
      const [config, ...more] = repeats.filter(({ properties }) => idOf(properties.FunctionName) === idOf(Arn));
      expect(more).toEqual([]);
      expect(config?.properties).toMatchObject({
        ...{ Qualifier: '$LATEST', MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: intervalS },
      });
    }
  });
});
