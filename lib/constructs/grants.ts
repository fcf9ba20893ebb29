import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

/** Grants the right to read a secret's value. The secret's own grant method would include its description. */
export function grantValue(secret: ISecret, grantee: IGrantable): void {
  // AWS appends six characters to the name. Only a secret of the same stage's stacks is known with them.
  const resourceArns = [secret.secretFullArn ?? `${secret.secretArn}-??????`];
  Grant.addToPrincipal({ grantee, actions: ['secretsmanager:GetSecretValue'], resourceArns });
}

/** Grants the right to send to a queue. The queue's own grant method would include its attributes and its address. */
export function grantSend(queue: IQueue, grantee: IGrantable): void {
  queue.grant(grantee, 'sqs:SendMessage');
}
