import { Construct } from 'constructs';
import type { Stage } from '../../stacks/stages.ts';
import { AlarmTopic, type AlarmTopics, type Urgency } from './alarm-topic.ts';
import { ErrorLinesAlarm } from './error-lines-alarm.ts';

export interface StageAlarmsProps {
  stage: Stage;
  /** Of all alarms, where nothing is urgent: only this topic exists then. */
  only?: Urgency;
}

/** The topics of a stack's alarms, and the alarm on the lines at level ERROR that are no page. */
export class StageAlarms extends Construct {
  readonly topics: AlarmTopics;
  readonly errorLines: ErrorLinesAlarm;

  constructor(scope: Construct, id: string, { stage, only }: StageAlarmsProps) {
    super(scope, id);
    const ticket = new AlarmTopic(this, 'Ticket', { stage, urgency: 'ticket' });
    const page = only === 'ticket' ? ticket : new AlarmTopic(this, 'Page', { stage, urgency: 'page' });
    this.topics = { page, ticket };
    this.errorLines = new ErrorLinesAlarm(this, 'Errors', {
      topics: this.topics,
      urgency: 'ticket',
      impact: 'A function logged an error; its description says what that means (runbook: error lines).',
    });
  }
}
