import { CfnEventSourceMapping, CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { IConstruct } from 'constructs';
import type { Stage } from '../stacks/stages.ts';

/**
 * Lambda reserves at least so many for functions without a reserve, and refuses a deployment that would leave fewer. So
 * many stay even in the half that reserves and queues share; the other half is the API's.
 */
const UNRESERVED = 100;

/**
 * Reserved in production, and so withheld from every other function: the sweep recovers what others lose, and a bank's
 * notification is money. A reserve is a limit too: a sweep ends before the next but one begins, and fifty notifications
 * at a time are some hundred a second.
 */
const RESERVES: Readonly<Record<string, number>> = { 'payments/sweep': 2, 'payments/notification': 50 };

export function reserveOf({ production, accountConcurrency }: Stage, handler: string): number | undefined {
  const together = Object.values(RESERVES).reduce((sum, each) => sum + each, 0);
  return production && accountConcurrency / 2 - together >= UNRESERVED ? RESERVES[handler] : undefined;
}

/** An error when reserves and the consumers of queues could use more than half of the account's concurrency. */
export function concurrencyProblems({ name, accountConcurrency }: Stage, app: IConstruct): string[] {
  const all = app.node.findAll();
  const reserves = all.map((each) => (each instanceof CfnFunction && each.reservedConcurrentExecutions) || 0);
  const caps = all
    .filter((each) => each instanceof CfnEventSourceMapping)
    .map(
      ({ scalingConfig }) => (scalingConfig as CfnEventSourceMapping.ScalingConfigProperty)?.maximumConcurrency ?? 0,
    );
  const together = [...caps, ...reserves].reduce((sum, each) => sum + each, 0);
  if (together <= accountConcurrency / 2) return [];
  return [
    `stage ${name}: accountConcurrency: the queues’ consumers take up to ${together} of ${accountConcurrency} concurrent ` +
      'executions, with the reserves, and half must be left for the API: request at least ' +
      `${2 * together} for the account in this region (Service Quotas, AWS Lambda, Concurrent executions), then state what it has`,
  ];
}
