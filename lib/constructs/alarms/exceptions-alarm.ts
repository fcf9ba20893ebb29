import { Duration } from 'aws-cdk-lib';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { EXCEPTION_LINE } from '../../../functions/payments/exceptions/exception.ts';
import { ServiceAlarm } from './service-alarm.ts';

const IMPACT = 'Money and record disagree: a person must check a payment (runbook: exceptions).';

/** One alarm for the exceptions that any function records (decision D9): nothing has failed, but a person must act. */
export class ExceptionsAlarm extends Construct {
  constructor(scope: Construct, id: string, { alarmTopic, logGroups }: { alarmTopic: ITopic; logGroups: ILogGroup[] }) {
    super(scope, id);
    const metricName = `${this.node.path.replaceAll('/', '.')}.Exceptions`;
    const filters = logGroups.map(
      (logGroup, index) =>
        new MetricFilter(this, `Filter${index}`, {
          logGroup,
          metricNamespace: 'PaymentService',
          metricName,
          filterPattern: FilterPattern.stringValue('$.message', '=', EXCEPTION_LINE),
        }),
    );
    const metric = filters[0]?.metric({ statistic: 'Sum', period: Duration.minutes(1) });
    if (!metric) throw new Error('exceptions alarm: no function to watch');
    new ServiceAlarm(this, 'Alarm', { alarmTopic, metric, impact: IMPACT });
  }
}
