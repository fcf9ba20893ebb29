const STATE: Record<string, [resource: string, state: string]> = {
  'AWS::Cognito::UserPool': ['a user pool', 'its users'],
  'AWS::DynamoDB::GlobalTable': ['a table', 'its items'],
  'AWS::DynamoDB::Table': ['a table', 'its items'],
  'AWS::S3::Bucket': ['a bucket', 'its objects'],
  'AWS::SQS::Queue': ['a queue', 'its messages'],
  'AWS::SecretsManager::Secret': ['a secret', 'its values'],
};

/** As `cdk diff` writes it at the end of a resource's line. */
const IMPACT: Record<string, string> = {
  orphan: 'stay behind',
  destroy: 'are deleted',
  replace: 'do not go to the new one',
  'may be replaced': 'may not go to the new one',
};

/** The resources of a printed `cdk diff` whose state the service would no longer find, one line each. */
export function lostState(difference: string): string[] {
  const lines = difference.matchAll(/^\[[-~+]\] (\S+) .*?(\S+) (orphan|destroy|replace|may be replaced)$/gm);
  return [...lines].flatMap(([, type = '', id, impact = '']) => {
    const [resource, state] = STATE[type] ?? [];
    return resource ? [`- ${resource}, ${state} ${IMPACT[impact]}: ${id}`] : [];
  });
}
