import { PARTS, type Part, type Templates } from './templates.ts';

/**
 * Exports that `deploy --all` would drop while a deployed stack still imports them. The exporting stack is deployed
 * first, and CloudFormation refuses: "Cannot delete export … as it is in use by …".
 */
export function deadlocks(deployed: Templates, next: Templates): string[] {
  const inUse = new Set(PARTS.flatMap((part) => importsOf(deployed, part)));
  return PARTS.filter((part) => next.has(part)).flatMap((part) => {
    const stay = new Set(exportsOf(next, part));
    return exportsOf(deployed, part).filter((name) => inUse.has(name) && !stay.has(name));
  });
}

/** The names of a stack's exports. */
export function exportsOf(templates: Templates, part: Part): string[] {
  const outputs = Object.values(templates.template(part)?.Outputs ?? {});
  return outputs.flatMap(({ Export }) => (Export ? [String(Export.Name)] : []));
}

/** The names of the exports that a stack imports. */
export function importsOf(templates: Templates, part: Part): string[] {
  const imports = JSON.stringify(templates.template(part) ?? {}).matchAll(/"Fn::ImportValue":"([^"]+)"/g);
  return [...new Set([...imports].map(([, name = '']) => name))];
}
