import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { names } from '../../stacks/names.ts';
import type { Stage } from '../../stacks/stages.ts';
import type { AlarmTopics, Urgency } from './alarm-topic.ts';
import { ServiceAlarm } from './service-alarm.ts';

export const STREAM_LATE_MINUTES = 10;
export const NIGHT_SILENT_HOURS = 3;

/** Functions that a schedule calls at least once in each period. */
const SCHEDULED: { handler: string; urgency: Urgency; period: Duration; periods: number; impact: string }[] = [
  {
    handler: 'finance/night',
    urgency: 'ticket',
    period: Duration.hours(1),
    periods: NIGHT_SILENT_HOURS,
    impact: 'Days are not compared with the bank any more: money that no notification reported stays unknown.',
  },
];

/**
 * Alarms on failures that log no error: a schedule that no longer runs, a stream that falls behind, an account near its
 * concurrency limit. `QueueAlarms` has those on queues.
 */
export class SilenceAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, topics }: { stage: Stage; topics: AlarmTopics }) {
    super(scope, id);
    const period = Duration.minutes(1);
    const metricOf = (metricName: string, statistic: string, handler?: string) =>
      new Metric({
        namespace: 'AWS/Lambda',
        metricName,
        statistic,
        period,
        ...(handler && { dimensionsMap: { FunctionName: names.function(stage, handler) } }),
      });

    // Lambda reports nothing for a function that was not invoked; FILL makes that a zero. An alarm on missing data
    // alone would keep evaluating the last real data point. All periods must be zero, so late data does not trigger
    // it.
    for (const { handler, urgency, periods, impact, ...schedule } of SCHEDULED) {
      const invocations = metricOf('Invocations', 'Sum', handler).with({ period: schedule.period });
      new ServiceAlarm(this, `Silence-${handler.replace('/', '-')}`, {
        topics,
        urgency,
        metric: new MathExpression({ expression: 'FILL(invocations, 0)', usingMetrics: { invocations }, ...schedule }),
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.BREACHING,
        evaluationPeriods: periods,
        datapointsToAlarm: periods,
        impact,
      });
    }
    // No dimension: all functions of the account in the region share its concurrency.
    new ServiceAlarm(this, 'Concurrency', {
      topics,
      urgency: 'ticket',
      metric: metricOf('ConcurrentExecutions', 'Maximum'),
      threshold: Math.floor(0.8 * stage.accountConcurrency),
      impact: "Four fifths of the account's concurrency in this region are in use (runbook: concurrency).",
    });
    new ServiceAlarm(this, 'StreamAge', {
      topics,
      urgency: 'ticket',
      // The relay gives a record up after `STREAM_RECORD_HOURS`.
      metric: metricOf('IteratorAge', 'Maximum', 'webhooks/relay'),
      threshold: Duration.minutes(STREAM_LATE_MINUTES).toMilliseconds(),
      impact: 'Records wait in the stream for ten minutes: webhooks are late (runbook: stream).',
    });
  }
}
