import { Alarm, type AlarmProps, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

export interface ServiceAlarmProps extends Partial<Omit<AlarmProps, 'alarmDescription' | 'metric'>> {
  alarmTopic: ITopic;
  /** Counts what should never happen, by the minute; the alarm sounds at the first unless the threshold says otherwise. */
  metric: IMetric;
  /** What it means for merchants, customers or money; the runbook has a section under this sentence. */
  impact: string;
}

/**
 * Minutes that are looked at, of which one is enough. With the newest alone, data that is late would not count: a later
 * period, or the zero that FILL puts in its place, is the newest by then ("work around this by using an M out of N
 * alarm", CloudWatch's guide on FILL).
 */
export const LATE_MINUTES = 5;

/** An alarm with our defaults: sounds at the first occurrence, once within five minutes, silent where nothing is reported. */
export class ServiceAlarm extends Alarm {
  constructor(scope: Construct, id: string, { alarmTopic, metric, impact, ...settings }: ServiceAlarmProps) {
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
    this.addAlarmAction(new SnsAction(alarmTopic));
  }
}
