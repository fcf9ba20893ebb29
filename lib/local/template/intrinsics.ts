import { isObject, type Json, type JsonObject } from '../json.ts';
import { ACCOUNT, PARTITION, REGION, URL_SUFFIX } from './names.ts';

/** The values that a template's expressions can refer to. */
export interface Scope {
  /** `Ref` to a resource; undefined when there is none of this name. */
  ref(name: string): string | undefined;
  getAtt(logicalId: string, attribute: string): Json;
  importValue(name: string): Json;
  /** Post-processes every resolved string. */
  finish(text: string): string;
  /** An error with the location of the expression in the template. */
  fail(what: string): Error;
}

const PSEUDO_PARAMETERS: Record<string, string> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': PARTITION,
  'AWS::URLSuffix': URL_SUFFIX,
};

/**
 * Resolves the intrinsic functions that our templates have in honoured properties and outputs, with CloudFormation's
 * semantics. Throws `scope.fail` for any other.
 */
export function resolve(value: unknown, scope: Scope): Json {
  if (typeof value === 'string') return finished(value, scope);
  if (Array.isArray(value)) return value.map((member) => resolve(member, scope));
  if (!isObject(value)) return value as Json;
  const [name, ...others] = Object.keys(value);
  if (name && others.length === 0 && (name === 'Ref' || name.startsWith('Fn::')))
    return call(name, value[name] ?? null, scope);
  const result: JsonObject = {};
  for (const [key, member] of Object.entries(value)) result[key] = resolve(member, scope);
  return result;
}

function finished(text: string, scope: Scope): string {
  if (text.includes('{{resolve:')) throw scope.fail(`the dynamic reference ${text}`);
  return scope.finish(text);
}

function call(name: string, argument: Json, scope: Scope): Json {
  switch (name) {
    case 'Ref':
      return ref(String(argument), scope);
    case 'Fn::GetAtt': {
      const [logicalId, attribute] = argument as string[];
      const value = scope.getAtt(String(logicalId), String(attribute));
      return typeof value === 'string' ? scope.finish(value) : value;
    }
    case 'Fn::Join': {
      const [separator, members] = resolve(argument, scope) as [string, Json[]];
      return finished(members.map(String).join(separator), scope);
    }
    case 'Fn::Select': {
      const [index, members] = resolve(argument, scope) as [number, Json[]];
      const member = members[Number(index)];
      if (member === undefined) throw scope.fail(`Fn::Select ${JSON.stringify(argument)}, which has no such member`);
      return member;
    }
    case 'Fn::Split': {
      const [separator, text] = resolve(argument, scope) as [string, string];
      return text.split(separator);
    }
    case 'Fn::ImportValue':
      return scope.importValue(String(resolve(argument, scope)));
    default:
      throw scope.fail(`the intrinsic function ${name}: add it in lib/local/template/intrinsics.ts`);
  }
}

function ref(name: string, scope: Scope): string {
  const value = PSEUDO_PARAMETERS[name] ?? scope.ref(name);
  if (value === undefined) throw scope.fail(`Ref to ${name}, which is no resource of the template`);
  return scope.finish(value);
}
