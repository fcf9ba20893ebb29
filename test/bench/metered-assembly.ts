import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Variables = Record<string, unknown>;
interface Template {
  Resources: Record<
    string,
    { Type: string; Properties: { FunctionName?: string; Environment?: { Variables?: Variables } } }
  >;
}

/**
 * A copy of an assembly whose functions call the proxy at `endpoint` and sign each call with their own name: the
 * application id that the SDK puts into its user agent. The code is as deployed; only the environment differs.
 */
export function meteredAssembly(assemblyDir: string, copyDir: string, endpoint: string): void {
  cpSync(assemblyDir, copyDir, { recursive: true });
  for (const file of globSync('*.template.json', { cwd: copyDir })) {
    const path = join(copyDir, file);
    const template = JSON.parse(readFileSync(path, 'utf8')) as Template;
    for (const { Type, Properties } of Object.values(template.Resources)) {
      if (Type !== 'AWS::Lambda::Function') continue;
      const variables = Object.entries(Properties.Environment?.Variables ?? {});
      Properties.Environment = {
        Variables: {
          ...Object.fromEntries(variables.map(([name, value]) => [name, throughProxy(value, template, endpoint)])),
          AWS_SDK_UA_APP_ID: Properties.FunctionName,
          AWS_ENDPOINT_URL_DYNAMODB: endpoint,
          AWS_ENDPOINT_URL_SQS: endpoint,
        },
      };
    }
    writeFileSync(path, JSON.stringify(template));
  }
}

/** The SDK sends to the host that a queue's URL names, so the URL must name the proxy. */
function throughProxy(value: unknown, { Resources }: Template, endpoint: string): unknown {
  const id = (value as { Ref?: string } | null)?.Ref;
  if (id === undefined || Resources[id]?.Type !== 'AWS::SQS::Queue') return value;
  return { 'Fn::Join': ['', [`${endpoint}/000000000000/`, { 'Fn::GetAtt': [id, 'QueueName'] }]] };
}
