import { CfnResource, type Stack } from 'aws-cdk-lib';

const MAX_CONCURRENT = 5;
const PREFIX = 'AWS::ApiGateway::';

/** Each type after those that it refers to. */
const TYPES = [
  'Account',
  'RestApi',
  'Authorizer',
  'GatewayResponse',
  'Resource',
  'Method',
  'Deployment',
  'Stage',
  'ApiKey',
  'UsagePlan',
  'UsagePlanKey',
  'DomainName',
  'BasePathMapping',
].map((type) => PREFIX + type);

/**
 * Makes CloudFormation create at most five of a stack's API Gateway resources at once: each waits for the fifth before
 * it. API Gateway accepts 10 calls a second from an account, with a burst of 40 ("API Gateway quotas for creating,
 * deploying and managing an API"), and answers others 429, which fails the deployment. Call it when all resources
 * exist.
 */
export function orderApiCreations(stack: Stack): void {
  const resources = stack.node
    .findAll()
    .filter((node) => CfnResource.isCfnResource(node))
    .filter(({ cfnResourceType }) => cfnResourceType.startsWith(PREFIX));
  const unknown = resources.find(({ cfnResourceType }) => !TYPES.includes(cfnResourceType));
  if (unknown) throw new Error(`creation order: ${unknown.cfnResourceType} is not listed`);
  // The parent of a path is above it in the tree, and so before it in `findAll`.
  const ordered = TYPES.flatMap((type) => resources.filter(({ cfnResourceType }) => cfnResourceType === type));
  for (const [index, resource] of ordered.entries()) {
    const before = ordered[index - MAX_CONCURRENT];
    if (before) resource.addResourceDependency(before);
  }
}
