import { Construct } from 'constructs';
import type { Stage } from '../../stacks/stages.ts';
import { AlarmTopic, type AlarmTopics, type Urgency } from './alarm-topic.ts';
import { ErrorLinesAlarm } from './error-lines-alarm.ts';

export interface StageAlarmsProps {
  stage: Stage;
  /** Of all alarms, where nothing is urgent: only this topic exists then. */
  only?: Urgency;
}

/**
 * The topics of a stack's alarms, and the alarms that functions share: one for each urgency counts the lines at level
 * ERROR of all of them.
 */
export class StageAlarms extends Construct {
  readonly topics: AlarmTopics;
  private readonly lines = new Map<Urgency, ErrorLinesAlarm>();

  constructor(scope: Construct, id: string, { stage, only }: StageAlarmsProps) {
    super(scope, id);
    const ticket = new AlarmTopic(this, 'Ticket', { stage, urgency: 'ticket' });
    const page = only === 'ticket' ? ticket : new AlarmTopic(this, 'Page', { stage, urgency: 'page' });
    this.topics = { page, ticket };
  }

  errorLines(urgency: Urgency): ErrorLinesAlarm {
    const lines =
      this.lines.get(urgency) ?? new ErrorLinesAlarm(this, `Errors-${urgency}`, { topics: this.topics, urgency });
    this.lines.set(urgency, lines);
    return lines;
  }
}
