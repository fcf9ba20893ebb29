import { isObject, type Json, type JsonObject, objectOf } from '../json.ts';
import { ACCOUNT, PARTITION, REGION, URL_SUFFIX } from './names.ts';

/** The values that a template's expressions can refer to. */
export interface Scope {
  stackName: string;
  conditions: JsonObject;
  mappings: JsonObject;
  /** `Ref` to a parameter or a resource; undefined when there is none of this name. */
  ref(name: string): string | undefined;
  getAtt(logicalId: string, attribute: string): Json;
  importValue(name: string): Json;
  /** An output of any stack of the assembly, exported or not; undefined when there is none. */
  stackOutput(stackName: string, output: string): Json | undefined;
  /** Post-processes every resolved string. */
  finish(text: string): string;
  /** An error with the location of the expression in the template. */
  fail(what: string): Error;
}

/** `AWS::NoValue`: the property or list member is omitted. */
const NO_VALUE = Symbol('AWS::NoValue');
type Resolved = Json | typeof NO_VALUE;

/**
 * Resolves every intrinsic function in `value`, with CloudFormation's semantics. Throws `scope.fail` for an unknown
 * one.
 */
export function resolve(value: unknown, scope: Scope): Json {
  const resolved = evaluate(value as Json, scope);
  if (resolved === NO_VALUE) throw scope.fail('AWS::NoValue where a value is needed');
  return resolved;
}

function evaluate(value: Json, scope: Scope): Resolved {
  if (typeof value === 'string') return finished(value, scope);
  if (Array.isArray(value))
    return value.map((member) => evaluate(member, scope)).filter((member) => member !== NO_VALUE);
  if (!isObject(value)) return value;
  const [name, ...others] = Object.keys(value);
  if (name && others.length === 0 && (name === 'Ref' || name.startsWith('Fn::')))
    return call(name, value[name] ?? null, scope);
  const result: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const resolved = evaluate(member, scope);
    if (resolved !== NO_VALUE) result[key] = resolved;
  }
  return result;
}

function finished(text: string, scope: Scope): string {
  if (text.includes('{{resolve:')) throw scope.fail(`the dynamic reference ${text}`);
  return scope.finish(text);
}

function call(name: string, argument: Json, scope: Scope): Resolved {
  switch (name) {
    case 'Ref':
      return ref(String(argument), scope);
    case 'Fn::GetAtt':
      return getAtt(argument, scope);
    case 'Fn::Sub':
      return sub(argument, scope);
    case 'Fn::Join':
      return join(argument, scope);
    case 'Fn::Select':
      return select(argument, scope);
    case 'Fn::Split': {
      const [separator, text] = list(argument, scope);
      return String(text).split(String(separator));
    }
    case 'Fn::Base64':
      return Buffer.from(String(resolve(argument, scope))).toString('base64');
    case 'Fn::ImportValue':
      return scope.importValue(String(resolve(argument, scope)));
    case 'Fn::GetStackOutput':
      return stackOutput(argument, scope);
    case 'Fn::FindInMap':
      return findInMap(argument, scope);
    case 'Fn::If': {
      const [condition, yes, no] = argument as Json[];
      return evaluate((holds(String(condition), scope) ? yes : no) ?? null, scope);
    }
    default:
      throw scope.fail(`the intrinsic function ${name}`);
  }
}

/** The arguments of a function, resolved one by one. */
function list(argument: Json, scope: Scope): Json[] {
  const resolved = resolve(argument, scope);
  if (!Array.isArray(resolved)) throw scope.fail(`arguments that are not a list: ${JSON.stringify(argument)}`);
  return resolved;
}

function ref(name: string, scope: Scope): Resolved {
  switch (name) {
    case 'AWS::NoValue':
      return NO_VALUE;
    case 'AWS::Region':
      return REGION;
    case 'AWS::AccountId':
      return ACCOUNT;
    case 'AWS::Partition':
      return PARTITION;
    case 'AWS::URLSuffix':
      return URL_SUFFIX;
    case 'AWS::StackName':
      return scope.stackName;
    case 'AWS::StackId':
      return `arn:${PARTITION}:cloudformation:${REGION}:${ACCOUNT}:stack/${scope.stackName}/local`;
    default: {
      const value = scope.ref(name);
      if (value === undefined) throw scope.fail(`Ref to ${name}, which is not in the template`);
      return scope.finish(value);
    }
  }
}

function getAtt(argument: Json, scope: Scope): Json {
  const [logicalId, ...path] = typeof argument === 'string' ? argument.split('.') : (argument as string[]);
  const value = scope.getAtt(String(logicalId), path.join('.'));
  return typeof value === 'string' ? scope.finish(value) : value;
}

function sub(argument: Json, scope: Scope): string {
  const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
  const own = objectOf(variables);
  const result = String(text).replaceAll(/\$\{([^}]+)\}/g, (_match, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`;
    if (name in own) return String(resolve(own[name], scope));
    if (name.includes('.') && !name.startsWith('AWS::')) return String(getAtt(name, scope));
    return String(resolve({ Ref: name }, scope));
  });
  return finished(result, scope);
}

function join(argument: Json, scope: Scope): string {
  const [separator, members] = list(argument, scope);
  if (!Array.isArray(members)) throw scope.fail('Fn::Join of a value that is not a list');
  return finished(members.map(String).join(String(separator)), scope);
}

function select(argument: Json, scope: Scope): Json {
  const [index, members] = list(argument, scope);
  const member = Array.isArray(members) ? members[Number(index)] : undefined;
  if (member === undefined) throw scope.fail(`Fn::Select ${JSON.stringify(argument)}, which has no such member`);
  return member;
}

/** A weak reference between stacks. `RoleArn` is ignored, because nothing checks permissions here. */
function stackOutput(argument: Json, scope: Scope): Json {
  const resolved = resolve(argument, scope);
  const { StackName: stack, OutputName: output, Region: region = REGION } = objectOf(resolved);
  const value = region === REGION ? scope.stackOutput(String(stack), String(output)) : undefined;
  if (value === undefined)
    throw scope.fail(`Fn::GetStackOutput ${String(stack)}.${String(output)} in ${String(region)}`);
  return value;
}

function findInMap(argument: Json, scope: Scope): Json {
  let found: Json | undefined = scope.mappings;
  for (const key of list(argument, scope)) found = isObject(found) ? found[String(key)] : undefined;
  if (found === undefined) throw scope.fail(`Fn::FindInMap ${JSON.stringify(argument)}, which is in no mapping`);
  return found;
}

/** Whether the named condition holds. */
export function holds(name: string, scope: Scope): boolean {
  const condition = scope.conditions[name];
  if (condition === undefined) throw scope.fail(`the condition ${name}, which is not in the template`);
  return decide(condition, scope);
}

function decide(condition: Json, scope: Scope): boolean {
  const [name] = isObject(condition) ? Object.keys(condition) : [];
  const argument = isObject(condition) && name ? condition[name] : undefined;
  const members = Array.isArray(argument) ? argument : [];
  switch (name) {
    case 'Condition':
      return holds(String(argument), scope);
    case 'Fn::Equals':
      return JSON.stringify(resolve(members[0], scope)) === JSON.stringify(resolve(members[1], scope));
    case 'Fn::And':
      return members.every((member) => decide(member, scope));
    case 'Fn::Or':
      return members.some((member) => decide(member, scope));
    case 'Fn::Not':
      return !decide(members[0] ?? null, scope);
    default:
      throw scope.fail(`the condition function ${name}`);
  }
}
