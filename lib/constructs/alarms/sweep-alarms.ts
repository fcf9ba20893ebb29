import { Duration } from 'aws-cdk-lib';
import { MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { LONGEST_BEFORE_REQUEUE_MS } from '../../../functions/payments/stalled-delivery.ts';
import { SWEEP_LINE, type SweepAges } from '../../../functions/payments/sweep/sweep.ts';
import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import type { AlarmTopics } from './alarm-topic.ts';
import { metricNameOf, NAMESPACE } from './error-lines-alarm.ts';
import { LATE_MINUTES, ServiceAlarm } from './service-alarm.ts';

export const DUE_LATE_SECONDS = 300;
export const DUE_LATE_MINUTES = 10;
export const ATTEMPT_LATE_SECONDS = 600;

/**
 * The two ages that each sweep logs: of the oldest entry that was due, and of the oldest attempt of a delivery that was
 * due and not made.
 */
export class SweepAlarms extends Construct {
  constructor(scope: Construct, id: string, { topics, sweep }: { topics: AlarmTopics; sweep: ILogGroup }) {
    super(scope, id);
    const period = Duration.minutes(1);
    const ageOf = (name: string, field: keyof SweepAges) =>
      new MetricFilter(this, name, {
        logGroup: sweep,
        metricNamespace: NAMESPACE,
        metricName: metricNameOf(this, `${name}Age`),
        filterPattern: FilterPattern.stringValue('$.message', '=', SWEEP_LINE),
        metricValue: `$.${field}`,
      }).metric({ statistic: 'Maximum', period });
    // A sweep that does not run logs nothing: FILL makes that an age, because an alarm on missing data alone would keep
    // evaluating the last real data point. All periods must breach, so late data does not raise it.
    new ServiceAlarm(this, 'DueLate', {
      topics,
      urgency: 'page',
      metric: new MathExpression({
        expression: `FILL(age, ${DUE_LATE_SECONDS})`,
        usingMetrics: { age: ageOf('Due', 'oldestDueSeconds') },
        period,
      }),
      threshold: DUE_LATE_SECONDS,
      treatMissingData: TreatMissingData.BREACHING,
      evaluationPeriods: DUE_LATE_MINUTES,
      datapointsToAlarm: DUE_LATE_MINUTES,
      impact:
        'The sweep does not run or falls behind: payments do not expire, and lost notifications and webhooks stay lost.',
    });
    new ServiceAlarm(this, 'AttemptLate', {
      topics,
      urgency: 'page',
      metric: ageOf('Attempt', 'oldestAttemptSeconds'),
      threshold: ATTEMPT_LATE_SECONDS,
      // A lost delivery is due, and so in the metric, once an hour: over that hour one alarm, not two messages.
      evaluationPeriods: LONGEST_BEFORE_REQUEUE_MS / MINUTE_MS + LATE_MINUTES,
      impact: 'Webhooks that are due are not sent for ten minutes: merchants do not hear of their payments.',
    });
  }
}
