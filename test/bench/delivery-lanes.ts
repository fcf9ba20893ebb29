import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
}

const DELIVER = '-webhooks-deliver';

/**
 * A copy of an assembly in which each of the two delivery queues calls a copy of the deliver function of its own, with
 * the same code and settings. The host of one machine runs at most twenty environments of a function, whichever queue calls it,
 * so that one queue could take all of them from the other; on AWS each queue has its own share (50 and 25).
 */
export function assemblyWithTwoLanes(assemblyDir: string, copyDir: string): void {
  rewritten(assemblyDir, copyDir, (resources) => {
    const deliver = Object.entries(resources).find(([, { Properties }]) => nameOf(Properties).endsWith(DELIVER));
    if (!deliver) return;
    const [id, { Type, Properties }] = deliver;
    const ownId = `${id}OfRetries`;
    resources[ownId] = { Type, Properties: { ...Properties, FunctionName: `${nameOf(Properties)}-retries` } };
    for (const mapping of mappingsOf(resources)) {
      if (JSON.stringify(mapping.EventSourceArn).includes('DeliveryRetries')) mapping.FunctionName = { Ref: ownId };
    }
  });
}

/** A copy whose mappings are switched off: nothing is relayed or delivered unless the bench does it. */
export function assemblyWithoutMappings(assemblyDir: string, copyDir: string): void {
  rewritten(assemblyDir, copyDir, (resources) => {
    for (const mapping of mappingsOf(resources)) mapping.Enabled = false;
  });
}

function nameOf(properties: Record<string, unknown> = {}): string {
  return typeof properties.FunctionName === 'string' ? properties.FunctionName : '';
}

function mappingsOf(resources: Template['Resources']): Record<string, unknown>[] {
  return Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping')
    .map(({ Properties = {} }) => Properties);
}

function rewritten(assemblyDir: string, copyDir: string, change: (resources: Template['Resources']) => void): void {
  cpSync(assemblyDir, copyDir, { recursive: true });
  for (const file of globSync('*.template.json', { cwd: copyDir })) {
    const path = join(copyDir, file);
    const template = JSON.parse(readFileSync(path, 'utf8')) as Template;
    change(template.Resources);
    writeFileSync(path, JSON.stringify(template));
  }
}
