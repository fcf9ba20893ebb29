import { Duration } from 'aws-cdk-lib';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { AUDIT_LINE } from '../../../functions/finance/audit/nightly.ts';
import { EXCEPTION_LINE } from '../../../functions/payments/exceptions/exception.ts';
import type { AlarmTopics } from './alarm-topic.ts';
import { metricNameOf, NAMESPACE } from './error-lines-alarm.ts';
import { ServiceAlarm } from './service-alarm.ts';

const IMPACT =
  'One of these: Money and record disagree: a person must check a payment (runbook: exceptions). ' +
  'Records of payments contradict each other or the bank: see what the nightly audit found (runbook: audit).';

export interface MoneyAlarmProps {
  topics: AlarmTopics;
  /** Of the functions that record exceptions. */
  logGroups: ILogGroup[];
  audit: ILogGroup;
}

/**
 * One alarm for the exceptions that any function records (decision D9) and for what the nightly audit finds: nothing
 * has failed, but a person must check money.
 */
export class MoneyAlarm extends Construct {
  constructor(scope: Construct, id: string, { topics, logGroups, audit }: MoneyAlarmProps) {
    super(scope, id);
    const counted = { metricNamespace: NAMESPACE, metricName: metricNameOf(this, 'Exceptions') };
    const message = (text: string) => FilterPattern.stringValue('$.message', '=', text);
    for (const [index, logGroup] of logGroups.entries()) {
      new MetricFilter(this, `Filter${index}`, { ...counted, logGroup, filterPattern: message(EXCEPTION_LINE) });
    }
    const metric = new MetricFilter(this, 'Violations', {
      ...counted,
      logGroup: audit,
      filterPattern: message(AUDIT_LINE),
      metricValue: '$.violations',
    }).metric({ statistic: 'Sum', period: Duration.minutes(1) });
    new ServiceAlarm(this, 'Alarm', { topics, urgency: 'ticket', metric, impact: IMPACT });
  }
}
