import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

export interface ServiceAlarmProps {
  alarmTopic: ITopic;
  /** Counts what should never happen; the alarm sounds at the first. */
  metric: IMetric;
  /** What it means for merchants, customers or money; the runbook has a section under this sentence. */
  impact: string;
}

/** An alarm with our defaults: sounds within a minute of the first occurrence, silent where nothing is reported. */
export class ServiceAlarm extends Alarm {
  constructor(scope: Construct, id: string, { alarmTopic, metric, impact }: ServiceAlarmProps) {
    super(scope, id, {
      alarmDescription: impact,
      metric,
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    this.addAlarmAction(new SnsAction(alarmTopic));
  }
}
