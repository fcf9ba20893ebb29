import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { AlarmTopics, Urgency } from './alarm-topic.ts';
import { ServiceAlarm } from './service-alarm.ts';

/** The namespace of metrics that are counted in logs. */
export const NAMESPACE = 'PaymentService';

/** The name of a metric that alarms of this construct count. */
export const metricNameOf = ({ node }: Construct, what: string) => `${node.path.replaceAll('/', '.')}.${what}`;

/** An alarm that counts the lines at level ERROR of one or more functions. The log names the function. */
export class ErrorLinesAlarm extends Construct {
  private readonly metricName = metricNameOf(this, 'ErrorLines');

  constructor(scope: Construct, id: string, props: { topics: AlarmTopics; urgency: Urgency; impact: string }) {
    super(scope, id);
    const metric = new Metric({
      namespace: NAMESPACE,
      metricName: this.metricName,
      statistic: 'Sum',
      period: Duration.minutes(1),
    });
    new ServiceAlarm(this, 'Alarm', { ...props, metric });
  }

  add(scope: Construct, logGroup: ILogGroup): void {
    new MetricFilter(scope, 'ErrorLines', {
      logGroup,
      metricNamespace: NAMESPACE,
      metricName: this.metricName,
      filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
    });
  }
}
