import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type IFilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { MESSAGES } from '../../../functions/http/messages.ts';
import { FOUND_LINE, UNANSWERED_LINE } from '../../../functions/payments/settle/inquiry-lines.ts';
import { AUTHENTIC_LINE, REJECTED_LINE } from '../../../functions/payments/settle/notification.ts';
import type { AlarmTopics } from './alarm-topic.ts';
import { metricNameOf, NAMESPACE } from './error-lines-alarm.ts';
import { ServiceAlarm } from './service-alarm.ts';

export interface BankAlarmsProps {
  topics: AlarmTopics;
  /** The functions that start payments: they answer 502 when the bank does not answer. */
  starts: LambdaFunction[];
  /** It answers 503 when the bank does not confirm, so that the bank sends the notification again. */
  notification: LambdaFunction;
  /** The other functions that query the status of payments. */
  inquirers: LambdaFunction[];
}

export const OUTAGE_ANSWERS = 3;
const REJECTED_IN_FIVE_MINUTES = 30;
const FOUND_IN_AN_HOUR = 3;
/** A push is first asked about at the end of its window, so one that is found then counts a quarter of a late payment. */
const VALUES = { late: '1', early: '0.25' };

const message = (text: string) => FilterPattern.stringValue('$.message', '=', text);

/**
 * Alarms on the banks: one that does not answer, one whose notifications do not arrive, and notifications that are not
 * its own. None of them is a fault of ours, so none counts lines at level ERROR.
 */
export class BankAlarms extends Construct {
  private readonly topics: AlarmTopics;
  private filters = 0;

  constructor(scope: Construct, id: string, { topics, starts, notification, inquirers }: BankAlarmsProps) {
    super(scope, id);
    this.topics = topics;
    const all = [...starts, notification, ...inquirers];
    for (const metricName of [this.unansweredName, metricNameOf(this, 'Outage')]) {
      // The same status with the text of a fault of ours is no answer of the bank.
      const noAnswer = FilterPattern.all(
        message('call answered'),
        FilterPattern.numberValue('$.status', '=', 502),
        FilterPattern.stringValue('$.refusal', '!=', MESSAGES.bankFault),
      );
      for (const start of starts) this.count(start, metricName, noAnswer);
      this.count(notification, metricName, FilterPattern.stringValue('$.outcome', '=', 'unconfirmed'));
    }
    for (const each of all) this.count(each, metricNameOf(this, 'Outage'), message(UNANSWERED_LINE));
    new ServiceAlarm(this, 'Outage', {
      topics,
      urgency: 'page',
      metric: this.metric(metricNameOf(this, 'Outage'), { minutes: 5 }),
      threshold: OUTAGE_ANSWERS,
      evaluationPeriods: 2,
      impact:
        'A bank does not answer: customers cannot pay by it, and payments are recorded late (runbook: bank outage).',
    });
    this.addRejected(notification);
    this.addUnheard(notification, [...starts, ...inquirers]);
  }

  /** Answers of the API with 500 or more that are not because of a bank. */
  ownFaults(answers: IMetric): MathExpression {
    return new MathExpression({
      // API Gateway reports zero for a minute without any, and nothing for one without calls.
      expression: 'answers - FILL(unanswered, 0)',
      usingMetrics: { answers, unanswered: this.metric(this.unansweredName, { minutes: 1 }) },
      period: Duration.minutes(1),
      label: 'own faults',
    });
  }

  private get unansweredName(): string {
    return metricNameOf(this, 'Unanswered');
  }

  private addRejected(notification: LambdaFunction): void {
    const metricName = metricNameOf(this, 'Rejected');
    this.count(notification, metricName, message(REJECTED_LINE));
    new ServiceAlarm(this, 'Rejected', {
      topics: this.topics,
      urgency: 'ticket',
      metric: this.metric(metricName, { minutes: 5 }),
      threshold: REJECTED_IN_FIVE_MINUTES,
      evaluationPeriods: 2,
      impact:
        'Many bank notifications are rejected: they are forged, or a key has changed (runbook: rejected notifications).',
    });
  }

  /**
   * Payments that inquiries find count in one metric with authentic notifications, which count nothing: the least value
   * of an hour is zero if and only if there was one. So no metric has to be filled in where it has no data.
   */
  private addUnheard(notification: LambdaFunction, inquirers: LambdaFunction[]): void {
    const metricName = metricNameOf(this, 'Found');
    for (const inquirer of inquirers) {
      const found = (isLate: boolean) =>
        FilterPattern.all(message(FOUND_LINE), FilterPattern.booleanValue('$.isLate', isLate));
      this.count(inquirer, metricName, found(true), VALUES.late);
      this.count(inquirer, metricName, found(false), VALUES.early);
    }
    this.count(notification, metricName, message(AUTHENTIC_LINE), '0');
    const statistic = (name: string) => this.metric(metricName, { minutes: 60, statistic: name });
    new ServiceAlarm(this, 'Unheard', {
      topics: this.topics,
      urgency: 'page',
      metric: new MathExpression({
        expression: 'IF(least > 0, found, 0)',
        usingMetrics: { least: statistic('Minimum'), found: statistic('Sum') },
        period: Duration.hours(1),
        label: 'found by inquiry, none notified',
      }),
      threshold: FOUND_IN_AN_HOUR,
      evaluationPeriods: 2,
      impact:
        'No notification of a bank is authentic, and its payments are found by inquiry: merchants are notified late ' +
        '(runbook: rejected notifications).',
    });
  }

  private count({ logGroup }: LambdaFunction, metricName: string, filterPattern: IFilterPattern, value = '1'): void {
    this.filters += 1;
    new MetricFilter(this, `Filter${this.filters}`, {
      ...{ logGroup, metricNamespace: NAMESPACE, metricName, filterPattern, metricValue: value },
    });
  }

  private metric(metricName: string, { minutes, statistic = 'Sum' }: { minutes: number; statistic?: string }): Metric {
    return new Metric({ namespace: NAMESPACE, metricName, statistic, period: Duration.minutes(minutes) });
  }
}
