import { Duration, Lazy } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { ServiceAlarm } from './service-alarm.ts';

const NAMESPACE = 'PaymentService';

/** Counts the lines at level ERROR in a function's log. Functions with the same metric name are counted together. */
export function errorLines(scope: Construct, logGroup: ILogGroup, metricName: string): Metric {
  return new MetricFilter(scope, 'ErrorLines', {
    logGroup,
    metricNamespace: NAMESPACE,
    metricName,
    filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
  }).metric({ statistic: 'Sum', period: Duration.minutes(1) });
}

/**
 * One alarm for several functions behind one API: it counts their lines at level ERROR in one metric, and its
 * description lists the sentence of each. An invocation that fails without a line is counted by the API's 5XX alarm.
 */
export class ErrorLinesAlarm extends Construct {
  readonly metricName: string;
  private readonly impacts: string[] = [];

  constructor(scope: Construct, id: string, { alarmTopic }: { alarmTopic: ITopic }) {
    super(scope, id);
    this.metricName = `${this.node.path.replaceAll('/', '.')}.ErrorLines`;
    const options = {
      namespace: NAMESPACE,
      metricName: this.metricName,
      statistic: 'Sum',
      period: Duration.minutes(1),
    };
    const impact = Lazy.string({ produce: () => this.sentences() });
    new ServiceAlarm(this, 'Alarm', { alarmTopic, metric: new Metric(options), impact });
  }

  /** Adds a function, by the sentence that says what its failure means. */
  add(errorImpact: string): void {
    this.impacts.push(errorImpact);
  }

  private sentences(): string {
    const text = `${this.impacts.length > 1 ? 'One of these: ' : ''}${this.impacts.join(' ')}`;
    // CloudWatch's limit for a description.
    if (text.length > 1_024) throw new Error(`${this.node.path}: too many functions for one alarm`);
    return text;
  }
}
