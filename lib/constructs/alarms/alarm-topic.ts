import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Stage } from '../../stacks/stages.ts';

/**
 * The topic that every alarm of a stack notifies; it mails to the stage's `alarmEmail`. Requiring TLS gives the topic a
 * policy of its own, which replaces SNS's default. CloudWatch therefore needs an explicit permission to publish.
 */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id, { enforceSSL: true });
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
