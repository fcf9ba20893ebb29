import { isObject, type Json, type JsonObject } from '../json.ts';
import type { TemplateResource } from './assembly.ts';
import { HONOURED, SUPPORTED_TYPES } from './supported-types.ts';
import { UnsupportedError } from './unsupported.ts';

/** Supported attributes of a resource. Deletion policies have no effect: the host never deletes a resource. */
const ATTRIBUTES = ['Type', 'Properties', 'DependsOn', 'Metadata', 'DeletionPolicy', 'UpdateReplacePolicy'];
const HOW = 'add it in lib/local/template/supported-types.ts';

/**
 * The honoured properties of a resource that the host runs; undefined for an inert one. The others may refer to inert
 * resources and use other functions. Throws for what is not listed. Members of a list have the path of the list.
 */
export function honouredProperties(
  stack: string,
  logicalId: string,
  resource: TemplateResource,
): JsonObject | undefined {
  const { Type: type, Properties: properties = {} } = resource;
  const location = { stack, logicalId, type };
  const attribute = Object.keys(resource).find((name) => !ATTRIBUTES.includes(name));
  if (attribute)
    throw new UnsupportedError(location, `attribute ${attribute}`, 'add it in lib/local/template/support.ts');
  const support = SUPPORTED_TYPES[type];
  if (support === undefined) throw new UnsupportedError(location, 'resource type', HOW);
  if (typeof support === 'string') return undefined;
  const listed = Object.keys(support);
  const honouredIn = (value: Json, path: string): Json => {
    if (Array.isArray(value)) return value.map((member) => honouredIn(member, path));
    if (!isObject(value) || isIntrinsic(value)) return value;
    const honoured = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const inner = path + name;
      if (support[inner] === HONOURED) return [[name, member]];
      // The CDK renders some missing settings as empty objects.
      if (support[inner] !== undefined || isEmpty(member)) return [];
      if (listed.some((each) => each.startsWith(`${inner}.`))) return [[name, honouredIn(member, `${inner}.`)]];
      throw new UnsupportedError(location, `property ${inner}`, HOW);
    });
    return Object.fromEntries(honoured);
  };
  return honouredIn(properties, '') as JsonObject;
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function isIntrinsic(value: object): boolean {
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && (name === 'Ref' || name?.startsWith('Fn::') === true);
}
