import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { names } from '../../stacks/names.ts';
import type { Stage } from '../../stacks/stages.ts';
import { ServiceAlarm } from './service-alarm.ts';

/** Readers of the transactions' stream; they give a record up after 12 hours. */
const STREAM_READERS: Record<string, string> = {
  'webhooks/relay':
    'Events wait in the stream for ten minutes: the sweep hands them over, merchants are notified late.',
  'finance/books':
    'Payments wait in the stream for ten minutes: totals and the search for orders paid twice fall behind.',
};

/** Functions that a schedule calls at least once in each period. */
const SCHEDULED = [
  {
    handler: 'payments/sweep',
    period: Duration.minutes(1),
    periods: 10,
    impact: 'The sweep does not run: nothing expires, and lost notifications and webhooks stay lost.',
  },
  {
    handler: 'finance/audit',
    period: Duration.hours(1),
    periods: 3,
    impact: 'The nightly audit does not run: nobody sees whether records of payments contradict each other.',
  },
];

/**
 * Alarms on what would fail without an error: a schedule that no longer runs, a stream or an account at its limit. (A
 * queue's alarm on waiting messages comes with the queue.)
 */
export class SilenceAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, alarmTopic }: { stage: Stage; alarmTopic: ITopic }) {
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

    // Lambda reports nothing of a function that was not invoked. FILL makes that a zero: an alarm on missing data alone
    // would go on judging the last real data for as long as it finds some. So many zeros in a row are no late data.
    for (const { handler, periods, impact, ...schedule } of SCHEDULED) {
      const invocations = metricOf('Invocations', 'Sum', handler).with({ period: schedule.period });
      new ServiceAlarm(this, `Silence-${handler.replace('/', '-')}`, {
        alarmTopic,
        metric: new MathExpression({ expression: 'FILL(invocations, 0)', usingMetrics: { invocations }, ...schedule }),
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.BREACHING,
        evaluationPeriods: periods,
        datapointsToAlarm: periods,
        impact,
      });
    }
    // Without a dimension, over all functions of the account in the region: what they share is what throttles them.
    new ServiceAlarm(this, 'Throttles', {
      alarmTopic,
      metric: metricOf('Throttles', 'Sum'),
      impact: "Lambda refuses invocations: the account's concurrency in this region is used up (runbook: throttles).",
    });
    for (const [handler, impact] of Object.entries(STREAM_READERS)) {
      new ServiceAlarm(this, `Age-${handler.replace('/', '-')}`, {
        alarmTopic,
        metric: metricOf('IteratorAge', 'Maximum', handler),
        threshold: Duration.minutes(10).toMilliseconds(),
        impact,
      });
    }
  }
}
