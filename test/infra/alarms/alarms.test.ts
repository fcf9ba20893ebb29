import { describe, expect, test } from 'vitest';
import { devAndProd, functionNamesById, idOf, type Part, type Resource, type Templates } from '../templates.ts';
import { type AlarmProperties, type Measured, statesOf } from './alarm-evaluator.ts';

const STAGES = devAndProd();
const partsOf = (templates: Templates) =>
  (['simulator', 'service', 'dashboard'] as Part[]).filter((part) => templates.has(part));
const alarmsOf = (templates: Templates) =>
  partsOf(templates).flatMap((part) => templates.resources(part, 'AWS::CloudWatch::Alarm'));

// Trouble ends by minute 90, and the longest alarm an hour and five minutes later.
const MINUTES = 180;
const TROUBLE_FROM = 40;
const everyMinute = Array.from({ length: MINUTES }, (_, minute) => minute);

/** A value for each minute, visible `lateS` seconds after the end of the minute. Undefined: no measurement. */
function series(valueAt: (minute: number) => number | undefined, lateS: (minute: number) => number): Measured[] {
  return everyMinute.flatMap((minute) => {
    const value = valueAt(minute);
    return value === undefined ? [] : [{ atS: minute * 60, visibleS: (minute + 1) * 60 + lateS(minute), value }];
  });
}

const LATENESS: [string, (minute: number) => number][] = [
  ['all data two and a half minutes late', () => 150],
  ['the failure later than the data after it', (minute) => (minute === TROUBLE_FROM ? 200 : 20)],
];

const isOfSilence = ({ TreatMissingData }: AlarmProperties) => TreatMissingData === 'breaching';
const metricsOf = ({ MetricName, Metrics = [] }: AlarmProperties) =>
  MetricName === undefined ? Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []) : [MetricName];

describe.each(STAGES)('every alarm of stage %s', (_stage, templates) => {
  const alarms = alarmsOf(templates).map((each): [string, AlarmProperties] => [
    each.id,
    each.properties as unknown as AlarmProperties,
  ]);
  // The alarm on answers of our own needs several minutes, and those on banks have rates (`bank-alarms.test.ts`).
  const failures = alarms.filter(
    ([, alarm]) => !isOfSilence(alarm) && alarm.Threshold === 1 && alarm.DatapointsToAlarm === 1,
  );
  const ages = alarms.filter(([, alarm]) => !isOfSilence(alarm) && metricsOf(alarm).some((name) => /Age/.test(name)));
  // The night runs every five minutes and has an alarm by the hour.
  const silences = alarms.filter(([, alarm]) => isOfSilence(alarm) && !JSON.stringify(alarm).includes('"Period":3600'));

  describe.each(LATENESS)('with %s', (_name, lateS) => {
    test('leaves OK at a single failure in any of its metrics, and returns', () => {
      expect(failures.length).toBeGreaterThan(5);
      for (const [id, alarm] of failures) {
        for (const failing of metricsOf(alarm)) {
          // Lambda reports 0 errors for a minute without any. A metric of log lines has no data then.
          const healthy = failing.includes('Lines') || failing.includes('Exceptions') ? undefined : 0;
          const states = statesOf(
            alarm,
            (name) => series((minute) => (name === failing && minute === TROUBLE_FROM ? 1 : healthy), lateS),
            MINUTES,
          );
          expect(states.slice(0, TROUBLE_FROM), id).not.toContain('ALARM');
          expect(states, `${id}: ${failing}`).toContain('ALARM');
          expect(states.at(-1), id).toBe('OK');
        }
      }
    });

    test('leaves OK when something waits too long', () => {
      expect(ages.length).toBe(3);
      for (const [id, alarm] of ages) {
        const unit = metricsOf(alarm).includes('IteratorAge') ? 1_000 : 1;
        const age = (minute: number) => Math.max(0, Math.min(minute - TROUBLE_FROM, 30)) * 60 * unit;
        const states = statesOf(alarm, () => series((minute) => (minute < 90 ? age(minute) : 0), lateS), MINUTES);
        expect(states.slice(0, TROUBLE_FROM + 5), id).not.toContain('ALARM');
        expect(states, id).toContain('ALARM');
        expect(states.at(-1), id).toBe('OK');
      }
    });

    test('leaves OK within a quarter of an hour after the sweep stops or falls behind, and not before', () => {
      expect(silences.length).toBe(1);
      const inTrouble = (minute: number) => minute >= TROUBLE_FROM && minute < 80;
      for (const [id, alarm] of silences) {
        for (const late of [undefined, 400]) {
          // A healthy sweep finds what has been due for a minute.
          const age = (minute: number) => (inTrouble(minute) ? late : 60);
          const states = statesOf(alarm, () => series(age, lateS), MINUTES);
          // The first periods have no history, which an alarm on silence needs.
          expect(states.slice(15, TROUBLE_FROM), id).not.toContain('ALARM');
          expect(states.slice(TROUBLE_FROM, TROUBLE_FROM + 17), id).toContain('ALARM');
          expect(states.at(-1), id).toBe('OK');
        }
      }
    });
  });

  test('has a description within the limits of CloudWatch', () => {
    for (const { id, properties } of alarmsOf(templates)) {
      expect(String(properties.AlarmDescription).length, id).toBeLessThanOrEqual(1_024);
      expect(properties.AlarmDescription, id).toEqual(expect.stringMatching(/^[A-Z].*[.)]$/));
    }
  });
});

/** Whether an alarm watches a metric of this name, optionally with this dimension. */
function watches({ properties }: Resource, metricName: string, dimension?: string): boolean {
  const text = JSON.stringify(properties);
  return text.includes(`"MetricName":"${metricName}"`) && (dimension === undefined || text.includes(dimension));
}

describe.each(STAGES)('silence in stage %s', (_stage, templates) => {
  const alarms = alarmsOf(templates);
  const service = templates.resources('service');
  const functions = functionNamesById(service, templates.stage);
  const mappings = service.filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping');
  const dimensionOf = (id: string) => `"${service.find((each) => each.id === id)?.properties.FunctionName}"`;

  test('of the night raises an alarm: otherwise no result would pass as no difference', () => {
    const [night = ''] = [...functions].find(([, name]) => name === 'finance-night') ?? [];
    const heard = alarms.filter(
      (alarm) => watches(alarm, 'Invocations', night) || watches(alarm, 'Invocations', dimensionOf(night)),
    );
    expect(heard.map(({ properties }) => properties)).toMatchObject([
      { ComparisonOperator: 'LessThanThreshold', Threshold: 1, TreatMissingData: 'breaching', EvaluationPeriods: 3 },
    ]);
    // Its rule runs every 5 minutes, so an hour without a call is silence.
    expect(JSON.stringify(heard[0]?.properties)).toContain('"Period":3600');
  });

  test('of the account is preceded by an alarm at four fifths of its concurrency', () => {
    const heard = alarms.filter((alarm) => watches(alarm, 'ConcurrentExecutions'));
    expect(heard.map(({ properties }) => properties)).toMatchObject([
      { Namespace: 'AWS/Lambda', Statistic: 'Maximum', Threshold: 800, DatapointsToAlarm: 1 },
    ]);
    expect(heard[0]?.properties).not.toHaveProperty('Dimensions');
  });

  test('of a stream raises an alarm at its reader before records can be lost', () => {
    const readers = mappings.filter(({ properties }) =>
      JSON.stringify(properties.EventSourceArn).includes('StreamArn'),
    );
    expect(readers).toHaveLength(1);
    for (const { id, properties } of readers) {
      const reader = String(idOf(properties.FunctionName));
      const heard = alarms.filter(
        (alarm) => watches(alarm, 'IteratorAge', reader) || watches(alarm, 'IteratorAge', dimensionOf(reader)),
      );
      expect(heard, id).toHaveLength(1);
      const { MaximumRecordAgeInSeconds: lostAfterS } = properties as { MaximumRecordAgeInSeconds: number };
      expect(Number(heard[0]?.properties.Threshold) / 1_000, id).toBeLessThan(lostAfterS / 2);
    }
  });

  test('of a queue raises an alarm by the age of its oldest message', () => {
    const queues = mappings
      .map(({ properties }) => String(idOf(properties.EventSourceArn)))
      .filter((source) => service.some(({ id, type }) => id === source && type === 'AWS::SQS::Queue'));
    expect(queues.length).toBeGreaterThanOrEqual(2);
    for (const queue of queues) {
      const heard = alarms.filter((alarm) => watches(alarm, 'ApproximateAgeOfOldestMessage', `"${queue}"`));
      expect(heard, queue).toHaveLength(1);
    }
  });
});
