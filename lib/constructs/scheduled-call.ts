import type { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/**
 * Calls a function at a rate, each time once at most. Two services would repeat a call: EventBridge one that Lambda did not
 * take, and Lambda one that failed or found no room (twice, for up to six hours). The next call does the work of the one
 * before, so both give up: repeats would run beside it, and after an outage all at once.
 */
export function callEvery(scope: Construct, id: string, interval: Duration, target: LambdaFunction): void {
  new Rule(scope, id, {
    schedule: Schedule.rate(interval),
    targets: [new LambdaTarget(target, { retryAttempts: 0, maxEventAge: interval })],
  });
  target.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: interval });
}
