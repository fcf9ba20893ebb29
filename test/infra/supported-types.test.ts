import { expect, test } from 'vitest';
import { SUPPORTED_TYPES } from '../../lib/local/template/supported-types.ts';
import { devAndProd, fullTemplates, PARTS, type Templates } from './templates.ts';

// That each template has only what is listed is a test of each stage in stacks.test.ts.

const stages: Templates[] = [...devAndProd().map(([, templates]) => templates), fullTemplates()];
const resources = stages.flatMap((templates) =>
  PARTS.filter((part) => templates.has(part)).flatMap((part) => templates.resources(part)),
);

/** Whether one of the values has the property at this path; members of a list have the path of the list. */
function occurs(values: readonly unknown[], [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const members = values.flat().flatMap((value) => {
    const member = (value as Record<string, unknown> | null)?.[name];
    return member === undefined ? [] : [member];
  });
  return members.length > 0 && occurs(members, rest);
}

test('the local host lists no type and no property that no stage has', () => {
  const absent = Object.entries(SUPPORTED_TYPES).flatMap(([type, support]) => {
    const found = resources.filter((resource) => resource.type === type).map(({ properties }) => properties);
    if (found.length === 0) return type;
    const paths = typeof support === 'string' ? [] : Object.keys(support);
    return paths.filter((path) => !occurs(found, path.split('.'))).map((path) => `${type} ${path}`);
  });
  expect(absent).toEqual([]);
});
