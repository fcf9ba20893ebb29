import { Duration } from 'aws-cdk-lib';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { NIGHT_LINE } from '../../../functions/finance/night/night.ts';
import { EXCEPTION_LINE } from '../../../functions/payments/exceptions/exception.ts';
import type { AlarmTopics } from './alarm-topic.ts';
import { metricNameOf, NAMESPACE } from './error-lines-alarm.ts';
import { ServiceAlarm } from './service-alarm.ts';

const IMPACT =
  'One of these: Money and record disagree: a person must check a payment (runbook: exceptions). ' +
  'The list of a bank lacks payments of our records, or has unreadable ones (runbook: night).';

export interface MoneyAlarmProps {
  topics: AlarmTopics;
  /** Of the functions that record exceptions. */
  logGroups: ILogGroup[];
  night: ILogGroup;
}

/**
 * One alarm for the exceptions that any function records (decision D9) and for what remains where days are compared
 * with the bank: nothing has failed, but a person must check money.
 */
export class MoneyAlarm extends Construct {
  constructor(scope: Construct, id: string, { topics, logGroups, night }: MoneyAlarmProps) {
    super(scope, id);
    const counted = { metricNamespace: NAMESPACE, metricName: metricNameOf(this, 'Exceptions') };
    const message = (text: string) => FilterPattern.stringValue('$.message', '=', text);
    for (const [index, logGroup] of logGroups.entries()) {
      new MetricFilter(this, `Filter${index}`, { ...counted, logGroup, filterPattern: message(EXCEPTION_LINE) });
    }
    const metric = new MetricFilter(this, 'Remaining', {
      ...counted,
      logGroup: night,
      filterPattern: message(NIGHT_LINE),
      metricValue: '$.remaining',
    }).metric({ statistic: 'Sum', period: Duration.minutes(1) });
    new ServiceAlarm(this, 'Alarm', { topics, urgency: 'ticket', metric, impact: IMPACT });
  }
}
