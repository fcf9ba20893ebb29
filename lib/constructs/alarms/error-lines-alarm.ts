import { Duration, Lazy } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { AlarmTopics, Urgency } from './alarm-topic.ts';
import { ServiceAlarm } from './service-alarm.ts';

/** The namespace of metrics that are counted in logs. */
export const NAMESPACE = 'PaymentService';

/** The name of a metric that alarms of this construct count. */
export const metricNameOf = ({ node }: Construct, what: string) => `${node.path.replaceAll('/', '.')}.${what}`;

/**
 * One alarm for the functions of a stage whose failure is of one urgency: it counts their lines at level ERROR in one
 * metric, and its description lists the sentence of each. The log names the function.
 */
export class ErrorLinesAlarm extends Construct {
  private readonly metricName: string;
  private readonly impacts = new Set<string>();

  constructor(scope: Construct, id: string, props: { topics: AlarmTopics; urgency: Urgency }) {
    super(scope, id);
    this.metricName = metricNameOf(this, 'ErrorLines');
    const metric = new Metric({
      namespace: NAMESPACE,
      metricName: this.metricName,
      statistic: 'Sum',
      period: Duration.minutes(1),
    });
    const impact = Lazy.string({ produce: () => this.sentences() });
    new ServiceAlarm(this, 'Alarm', { ...props, metric, impact, rollsBack: props.urgency === 'page' });
  }

  /** Counts a function's lines; `impact` is the sentence that says what its failure means. */
  add(scope: Construct, logGroup: ILogGroup, impact: string): void {
    this.impacts.add(impact);
    new MetricFilter(scope, 'ErrorLines', {
      logGroup,
      metricNamespace: NAMESPACE,
      metricName: this.metricName,
      filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
    });
  }

  private sentences(): string {
    const impacts = [...this.impacts];
    const text = `${impacts.length > 1 ? 'One of these: ' : ''}${impacts.join(' ')}`;
    // CloudWatch's limit for a description.
    if (text.length > 1_024) throw new Error(`${this.node.path}: too many functions for one alarm`);
    return text;
  }
}
