import { isObject, type Json } from '../json.ts';
import type { TemplateResource } from './assembly.ts';
import { SUPPORTED_TYPES } from './supported-types.ts';
import { UnsupportedError } from './unsupported.ts';

/** Supported attributes of a resource. Deletion policies have no effect: the host never deletes a resource. */
const ATTRIBUTES = ['Type', 'Properties', 'DependsOn', 'Metadata', 'DeletionPolicy', 'UpdateReplacePolicy'];
const HOW = 'add it in lib/local/template/supported-types.ts';

/** True for a resource that the host runs, false for an inert one. Throws for what is not listed. */
export function checkSupport(stack: string, logicalId: string, resource: TemplateResource): boolean {
  const location = { stack, logicalId, type: resource.Type };
  const attribute = Object.keys(resource).find((name) => !ATTRIBUTES.includes(name));
  if (attribute)
    throw new UnsupportedError(location, `attribute ${attribute}`, 'add it in lib/local/template/support.ts');
  const support = SUPPORTED_TYPES[resource.Type];
  if (support === undefined) throw new UnsupportedError(location, 'resource type', HOW);
  if (typeof support === 'string') return false;
  const unknown = firstUnknown(resource.Properties ?? {}, Object.keys(support), '');
  if (unknown) throw new UnsupportedError(location, `property ${unknown}`, HOW);
  return true;
}

/** The first property path that is not listed. Members of a list have the path of the list. */
function firstUnknown(value: Json, listed: readonly string[], path: string): string | undefined {
  if (Array.isArray(value)) {
    for (const member of value) {
      const unknown = firstUnknown(member, listed, path);
      if (unknown) return unknown;
    }
    return undefined;
  }
  if (!isObject(value) || isIntrinsic(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const inner = path ? `${path}.${name}` : name;
    // The CDK renders some missing settings as empty objects.
    if (listed.includes(inner) || isEmpty(member)) continue;
    if (!listed.some((each) => each.startsWith(`${inner}.`))) return inner;
    const unknown = firstUnknown(member, listed, inner);
    if (unknown) return unknown;
  }
  return undefined;
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function isIntrinsic(value: object): boolean {
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && (name === 'Ref' || name?.startsWith('Fn::') === true);
}
