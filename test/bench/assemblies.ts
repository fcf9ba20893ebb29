import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Resources = Record<string, { Type: string; Properties?: Record<string, unknown> }>;

/**
 * A copy whose functions call the proxy at `endpoint` and add their name to each call, as the application id in the
 * SDK's user agent. The code is as deployed. Only the environment differs.
 */
export function meteredAssembly(assemblyDir: string, copyDir: string, endpoint: string): void {
  cpSync(assemblyDir, copyDir, { recursive: true });
  for (const file of globSync('*.template.json', { cwd: copyDir })) {
    const path = join(copyDir, file);
    const template = JSON.parse(readFileSync(path, 'utf8')) as { Resources: Resources };
    const { Resources: resources } = template;
    for (const { Type, Properties = {} } of Object.values(resources)) {
      if (Type !== 'AWS::Lambda::Function') continue;
      const { Variables = {} } = (Properties.Environment ?? {}) as { Variables?: Record<string, unknown> };
      const variables = Object.entries(Variables).map(([name, value]) => [
        name,
        throughProxy(value, resources, endpoint),
      ]);
      Properties.Environment = {
        Variables: {
          ...Object.fromEntries(variables),
          AWS_SDK_UA_APP_ID: Properties.FunctionName,
          AWS_ENDPOINT_URL_DYNAMODB: endpoint,
          AWS_ENDPOINT_URL_SQS: endpoint,
        },
      };
    }
    writeFileSync(path, JSON.stringify(template));
  }
}

/** The SDK sends to the host in the queue's URL, so the URL must name the proxy. */
function throughProxy(value: unknown, resources: Resources, endpoint: string): unknown {
  const id = (value as { Ref?: string } | null)?.Ref;
  if (id === undefined || resources[id]?.Type !== 'AWS::SQS::Queue') return value;
  const queueName = { 'Fn::Select': [5, { 'Fn::Split': [':', { 'Fn::GetAtt': [id, 'Arn'] }] }] };
  return { 'Fn::Join': ['', [`${endpoint}/000000000000/`, queueName]] };
}
