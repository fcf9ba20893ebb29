import { createHash } from 'node:crypto';
import { type App, CfnResource } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnQueue, CfnQueuePolicy } from 'aws-cdk-lib/aws-sqs';
import type { Stage } from './stages.ts';

const TYPES = [CfnTable, CfnSecret, CfnQueue];

/**
 * Makes again what was deleted outside of CloudFormation, which does not notice it (decision 0056): under another logical
 * id it is a new resource, and whatever names it names the new one. Throws where no stack has a resource that is `lost`.
 */
export function remakeLost(app: App, { name, lost }: Pick<Stage, 'name' | 'lost'>): void {
  const known = new Set<string>();
  for (const resource of app.node.findAll()) {
    if (!CfnResource.isCfnResource(resource) || !TYPES.some((type) => resource instanceof type)) continue;
    const policies = resource.node.scope?.node.findAll().filter((node) => node instanceof CfnQueuePolicy) ?? [];
    // One that was lost again is stated by each of its ids.
    while (lost.includes(idOf(resource))) {
      known.add(idOf(resource));
      for (const each of [resource, ...policies]) each.overrideLogicalId(successorOf(idOf(each)));
    }
    known.add(idOf(resource));
  }
  const unknown = lost.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new Error(`stage ${name}: lost: ${unknown.join(', ')}: not one of ${[...known].sort().join(', ')}`);
}

const idOf = (resource: CfnResource) => resource.stack.resolve(resource.logicalId) as string;

/** Of the same form: a name that people recognize, and eight digits. */
const successorOf = (id: string) =>
  id.slice(0, -8) + createHash('sha256').update(id).digest('hex').slice(0, 8).toUpperCase();
