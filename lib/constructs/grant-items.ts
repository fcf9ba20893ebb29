import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

/** Rights on the table's own items and not on its indexes, which the table's own grants would include. */
export function grantItems(table: Table, grantee: LambdaFunction, ...actions: `dynamodb:${string}`[]): void {
  grantee.addToRolePolicy(new PolicyStatement({ actions, resources: [table.tableArn] }));
}
