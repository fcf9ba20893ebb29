import { type Attribute, type Attributes, toAttributes } from '../runtime/attributes.ts';

/** Values by the path of an attribute, or by a placeholder's name. Undefined is no value. */
type Fields = Readonly<Record<string, Attribute | undefined>>;

/**
 * A part of a conditional write, in DynamoDB's expressions. Attributes have their plain names, of which every one is
 * sent as a placeholder, so that none is a reserved word; `:name` is the value `name`.
 */
export interface Fragment {
  set?: readonly string[];
  remove?: readonly string[];
  /** Conditions, which must all hold. */
  conditions?: readonly string[];
  values?: Fields;
}

/** Sets each attribute to its value, if it has one. */
export function setting(fields: Fields): Fragment {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    set: given.map(([path]) => `${path} = :${valueName(path)}`),
    values: Object.fromEntries(given.map(([path, value]) => [valueName(path), value])),
  };
}

export function removing(...remove: readonly string[]): Fragment {
  return { remove };
}

/** Only while each attribute is as given; undefined means an absent one. */
export function where(fields: Fields): Fragment {
  const nameOf = (path: string) => `is_${valueName(path)}`;
  return {
    conditions: Object.entries(fields).map(([path, value]) =>
      value === undefined ? `attribute_not_exists(${path})` : `${path} = :${nameOf(path)}`,
    ),
    values: Object.fromEntries(Object.entries(fields).map(([path, value]) => [nameOf(path), value])),
  };
}

/** Only while the list has this many members. */
export function havingSize(path: string, size: number): Fragment {
  const name = `size_${valueName(path)}`;
  return { conditions: [`size(${path}) = :${name}`], values: { [name]: size } };
}

/** Only if there is an item, which has its key's attribute. */
export function existing(keyName: string): Fragment {
  return { conditions: [`attribute_exists(${keyName})`] };
}

function valueName(path: string): string {
  return path.replaceAll(/\W+/g, '_');
}

/** The parameters of a write's condition. */
export interface Condition {
  ConditionExpression?: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues?: Attributes;
}

/** The parameters of the condition of a put. At least one fragment must have a condition. */
export function conditionOf(...fragments: readonly Fragment[]): Condition {
  return parametersOf(fragments, '');
}

/** The parameters of an update. */
export interface Update extends Condition {
  UpdateExpression: string;
}

/** The parameters of an update that makes all of the changes, if all of the conditions hold. */
export function updateOf(...fragments: readonly Fragment[]): Update {
  const [set, remove] = [all(fragments, 'set'), all(fragments, 'remove')];
  const clauses = [set.length > 0 && `SET ${set.join(', ')}`, remove.length > 0 && `REMOVE ${remove.join(', ')}`];
  const update = clauses.filter((clause) => clause !== false).join(' ');
  return { ...parametersOf(fragments, update), UpdateExpression: withPlaceholders(update) };
}

function parametersOf(fragments: readonly Fragment[], update: string): Condition {
  const condition = [...new Set(all(fragments, 'conditions'))].join(' AND ');
  const values = toAttributes(valuesOf(fragments));
  return {
    ...(condition !== '' && { ConditionExpression: withPlaceholders(condition) }),
    ExpressionAttributeNames: Object.fromEntries(
      (`${update} ${condition}`.match(NAME) ?? []).map((name) => [`#${name}`, name]),
    ),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

function all(fragments: readonly Fragment[], part: 'set' | 'remove' | 'conditions'): string[] {
  return fragments.flatMap((fragment) => fragment[part] ?? []);
}

function valuesOf(fragments: readonly Fragment[]): Record<string, Attribute | undefined> {
  const values: Record<string, Attribute | undefined> = {};
  for (const [name, value] of fragments.flatMap((fragment) => Object.entries(fragment.values ?? {}))) {
    const given = values[`:${name}`];
    // Not `isDeepStrictEqual`: loading it is a hundredth of a cold start.
    const isConflict = given !== undefined && JSON.stringify(given) !== JSON.stringify(value);
    if (isConflict) throw new Error(`update: two values are named ${name}`);
    values[`:${name}`] = value;
  }
  return values;
}

/** A name of an attribute: no function, no placeholder of a value, and none of the keywords that fragments may have. */
const NAME = /(?<![:\w])(?!(?:SET|REMOVE|AND|OR|NOT)\b)[A-Za-z_]\w*\b(?!\()/g;

function withPlaceholders(expression: string): string {
  return expression.replaceAll(NAME, '#$&');
}
