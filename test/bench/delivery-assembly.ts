import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
}

/** A copy whose mappings are switched off: nothing is relayed or delivered unless the bench does it. */
export function assemblyWithoutMappings(assemblyDir: string, copyDir: string): void {
  rewritten(assemblyDir, copyDir, (resources) => {
    for (const mapping of mappingsOf(resources)) mapping.Enabled = false;
  });
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
