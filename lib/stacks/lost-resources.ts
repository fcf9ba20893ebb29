import { createHash } from 'node:crypto';
import { type App, CfnOutput, CfnResource, Stack } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnQueue, CfnQueuePolicy } from 'aws-cdk-lib/aws-sqs';
import type { Stage } from './stages.ts';

const TYPES = [CfnTable, CfnSecret, CfnQueue];

/**
 * Makes again what was deleted outside of CloudFormation, which does not notice it (decision 0056): under another
 * logical id it is a new resource, and whatever names it names the new one. Its exports stay, by their values:
 * CloudFormation neither changes nor removes one that a deployed stack imports. The CDK names an export by its stack
 * and its output. Throws where no stack has what is stated.
 */
export function remakeLost(app: App, { name, lost }: Pick<Stage, 'name' | 'lost'>): void {
  const known = new Set<string>();
  for (const resource of app.node.findAll()) {
    if (!CfnResource.isCfnResource(resource) || !TYPES.some((type) => resource instanceof type)) continue;
    const policies = resource.node.scope?.node.findAll().filter((node) => node instanceof CfnQueuePolicy) ?? [];
    // One that was lost again is stated by each of its ids.
    while (idOf(resource) in lost) {
      known.add(idOf(resource));
      for (const each of [resource, ...policies]) each.overrideLogicalId(successorOf(idOf(each)));
    }
    known.add(idOf(resource));
  }
  const unknown = Object.keys(lost).filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new Error(`stage ${name}: lost: ${unknown.join(', ')}: not one of ${[...known].sort().join(', ')}`);
  for (const { Name, Value } of Object.values(lost).flat()) {
    const [stackName, output = ''] = Name.split(':');
    const stack = app.node.children.find((node) => Stack.isStack(node) && node.stackName === stackName);
    if (!stack) throw new Error(`stage ${name}: lost: no stack ${stackName}: ${Name}`);
    new CfnOutput(stack, `Lost${output}`, { value: Value, exportName: Name }).overrideLogicalId(output);
  }
}

const idOf = (resource: CfnResource) => resource.stack.resolve(resource.logicalId) as string;

/** Of the same form: a name that people recognize, and eight digits. */
const successorOf = (id: string) =>
  id.slice(0, -8) + createHash('sha256').update(id).digest('hex').slice(0, 8).toUpperCase();
