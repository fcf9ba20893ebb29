import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Stage } from '../../stacks/stages.ts';

/**
 * What a person must do. `page`: act now, because customers cannot pay or merchants are not notified. `ticket`: on the
 * next working day, because nothing gets worse until then.
 */
export type Urgency = 'page' | 'ticket';
export type AlarmTopics = Readonly<Record<Urgency, ITopic>>;

/**
 * The topic that a stack's alarms of one urgency notify; it mails to the stage's `alarmEmail`. Requiring TLS gives the
 * topic a policy of its own, which replaces SNS's default. CloudWatch therefore needs an explicit permission to
 * publish.
 */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { stage, urgency }: { stage: Stage; urgency: Urgency }) {
    // The sender's name of the mails.
    super(scope, id, { enforceSSL: true, displayName: `payment-service ${stage.name} ${urgency}` });
    this.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowAlarmsOfThisAccount',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
    if (stage.alarmEmail) this.addSubscription(new EmailSubscription(stage.alarmEmail));
  }
}
