import { Alarm, type AlarmProps, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import type { AlarmTopics, Urgency } from './alarm-topic.ts';

export interface ServiceAlarmProps extends Partial<Omit<AlarmProps, 'alarmDescription' | 'metric'>> {
  topics: AlarmTopics;
  urgency: Urgency;
  /** Counts, by the minute, what should never happen. The alarm is raised at the first unless a threshold is given. */
  metric: IMetric;
  /** What it means for merchants, customers or money. The runbook has an entry for this sentence. */
  impact: string;
}

/**
 * Minutes that are evaluated; one breaching minute is enough. Evaluating the newest minute alone would miss late data,
 * because a later period, or the zero that FILL puts there, is the newest by then ("work around this by using an M out
 * of N alarm", CloudWatch's guide on FILL).
 */
export const LATE_MINUTES = 5;

/**
 * An alarm with our defaults: raised at the first occurrence within five minutes; missing data does not breach. One
 * that pages somebody also says when it is over.
 */
export class ServiceAlarm extends Alarm {
  constructor(scope: Construct, id: string, props: ServiceAlarmProps) {
    const { topics, urgency, metric, impact, ...settings } = props;
    super(scope, id, {
      threshold: 1,
      evaluationPeriods: LATE_MINUTES,
      datapointsToAlarm: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...settings,
      alarmDescription: impact,
      metric,
    });
    const action = new SnsAction(topics[urgency]);
    this.addAlarmAction(action);
    if (urgency === 'page') this.addOkAction(action);
  }
}
