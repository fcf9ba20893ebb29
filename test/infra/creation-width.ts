import { idOf, type Resource } from './templates.ts';

/** What each resource of a stack waits for, by logical id: `DependsOn`, and every `Ref`, `Fn::GetAtt` and `Fn::Sub`. */
export function dependencies(resources: readonly Resource[]): Map<string, Set<string>> {
  const ids = new Set(resources.map(({ id }) => id));
  return new Map(
    resources.map(({ id, properties, dependsOn = [] }) => {
      const named = new Set([dependsOn].flat());
      collect(properties, named);
      return [id, new Set([...named].filter((other) => ids.has(other)))];
    }),
  );
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { 'Fn::GetAtt': attribute, 'Fn::Sub': text } = value as Record<string, unknown>;
  const id = typeof attribute === 'string' ? attribute.split('.')[0] : idOf(value);
  if (typeof id === 'string') found.add(id);
  const [template] = [text].flat();
  for (const [, name = ''] of String(template ?? '').matchAll(/\$\{([A-Za-z0-9]+)/g)) found.add(name);
  for (const member of Object.values(value)) collect(member, found);
}

/** Everything that each resource waits for, directly or not. Throws for a circle, which CloudFormation refuses. */
export function closure(direct: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  const path: string[] = [];
  const visit = (id: string): Set<string> => {
    const known = all.get(id);
    if (known) return known;
    if (path.includes(id)) throw new Error(`circular dependency: ${[...path, id].join(' → ')}`);
    path.push(id);
    const found = new Set<string>();
    for (const next of direct.get(id) ?? []) for (const each of [next, ...visit(next)]) found.add(each);
    path.pop();
    all.set(id, found);
    return found;
  };
  for (const id of direct.keys()) visit(id);
  return all;
}

/**
 * The most resources that can be created at the same time: none of them waits for another. By Dilworth's theorem that
 * is the number of resources less a maximum matching of each with one that it waits for.
 */
export function mostAtOnce(ids: readonly string[], waitsFor: ReadonlyMap<string, ReadonlySet<string>>): number {
  const matched = new Map<string, string>();
  const match = (id: string, tried: Set<string>): boolean =>
    ids.some((other) => {
      if (tried.has(other) || !waitsFor.get(id)?.has(other)) return false;
      tried.add(other);
      const holder = matched.get(other);
      if (holder !== undefined && !match(holder, tried)) return false;
      matched.set(other, id);
      return true;
    });
  return ids.filter((id) => !match(id, new Set())).length;
}
