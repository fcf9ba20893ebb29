import { isObject, type Json } from '../json.ts';
import type { TemplateResource } from './assembly.ts';
import { HOSTED_TYPES } from './supported-types.ts';
import { INERT_TYPES, type TypeSupport } from './type-support.ts';
import { UnsupportedError } from './unsupported.ts';

/** Supported attributes of a resource. Deletion policies have no effect: the host never deletes a resource. */
const ATTRIBUTES = new Set([
  'Type',
  'Properties',
  'Condition',
  'DependsOn',
  'Metadata',
  'DeletionPolicy',
  'UpdateReplacePolicy',
]);

/**
 * True for a resource that the host runs, false for an inert one. Throws for an unknown type, property or attribute.
 */
export function checkSupport(stack: string, logicalId: string, resource: TemplateResource): boolean {
  const location = { stack, logicalId, type: resource.Type };
  const attribute = Object.keys(resource).find((name) => !ATTRIBUTES.has(name));
  if (attribute) throw new UnsupportedError(location, `attribute ${attribute}`, 'unknown attribute');
  if (resource.Type in INERT_TYPES) return false;
  const support = HOSTED_TYPES[resource.Type];
  if (!support) throw new UnsupportedError(location, 'resource type', 'unknown type');
  const unknown = firstUnknown(resource.Properties ?? {}, support, '');
  if (unknown)
    throw new UnsupportedError(location, `property ${unknown}`, 'it is listed neither as honoured nor as inert');
  return true;
}

/** The first property path that is neither honoured nor inert. Members of a list have the path of the list. */
function firstUnknown(value: Json, support: TypeSupport, path: string): string | undefined {
  if (Array.isArray(value)) {
    for (const member of value) {
      const unknown = firstUnknown(member, support, path);
      if (unknown) return unknown;
    }
    return undefined;
  }
  if (!isObject(value) || isIntrinsic(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const inner = path ? `${path}.${name}` : name;
    // The CDK renders some missing settings as empty objects.
    if (inner in support.inert || isEmpty(member)) continue;
    if (!support.honoured.includes(inner)) {
      if (!hasInner(support, inner)) return inner;
      const unknown = firstUnknown(member, support, inner);
      if (unknown) return unknown;
    }
  }
  return undefined;
}

function hasInner({ honoured, inert }: TypeSupport, path: string): boolean {
  return [...honoured, ...Object.keys(inert)].some((listed) => listed.startsWith(`${path}.`));
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function isIntrinsic(value: object): boolean {
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && (name === 'Ref' || name?.startsWith('Fn::') === true);
}
