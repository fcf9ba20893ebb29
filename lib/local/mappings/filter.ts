import { isObject, type Json, type JsonObject } from '../json.ts';

/** Whether a record passes. */
export type Filter = (record: unknown) => boolean;

type Test = (value: Json | undefined) => boolean;

/**
 * Compiles the patterns of a `FilterCriteria`. A record passes when one matches, or without patterns. Throws for an
 * unknown operator.
 */
export function compileFilters(patterns: readonly string[]): Filter {
  const tests = patterns.map((pattern) => compilePattern(JSON.parse(pattern) as Json));
  return (record) => tests.length === 0 || tests.some((test) => test(record as Json));
}

function compilePattern(pattern: Json): Test {
  if (Array.isArray(pattern)) return compileField(pattern);
  if (!isObject(pattern))
    throw new Error(`a filter pattern must be an object or a list, not ${JSON.stringify(pattern)}`);
  const tests = Object.entries(pattern).map(([key, inner]): Test => {
    if (key === '$or' && Array.isArray(inner)) {
      const alternatives = inner.map(compilePattern);
      return (value) => alternatives.some((alternative) => alternative(value));
    }
    const test = compilePattern(inner);
    return (value) => inEach(value, (each) => test(isObject(each) && Object.hasOwn(each, key) ? each[key] : undefined));
  });
  return (value) => tests.every((test) => test(value));
}

/** A list in the record matches if one of its members does. */
function inEach(value: Json | undefined, test: Test): boolean {
  return Array.isArray(value) ? value.some((member) => inEach(member, test)) : test(value);
}

function compileField(alternatives: Json[]): Test {
  const tests = alternatives.map(compileMatcher);
  return (value) => tests.some((test) => test(value));
}

function compileMatcher(matcher: Json): Test {
  if (!isObject(matcher)) return (value) => inEach(value, (each) => each === matcher);
  const [operator, ...others] = Object.keys(matcher);
  if (!operator || others.length > 0) throw new Error(`a matcher must have one operator: ${JSON.stringify(matcher)}`);
  const argument = matcher[operator] ?? null;
  if (operator === 'exists') return (value) => isLeaf(value) === argument;
  if (operator === 'anything-but') return anythingBut(argument);
  if (operator === 'numeric') return numeric(argument);
  return textMatcher(operator, argument);
}

/** `exists` applies to leaves only, as in EventBridge: an object does not count. */
function isLeaf(value: Json | undefined): boolean {
  return value !== undefined && !isObject(value);
}

function textMatcher(operator: string, argument: Json): Test {
  const compare = textComparison(operator, argument);
  return (value) => inEach(value, (each) => typeof each === 'string' && compare(each));
}

function textComparison(operator: string, argument: Json): (text: string) => boolean {
  if (isObject(argument)) return ignoringCase(operator, argument);
  const wanted = String(argument);
  switch (operator) {
    case 'prefix':
      return (text) => text.startsWith(wanted);
    case 'suffix':
      return (text) => text.endsWith(wanted);
    case 'equals-ignore-case':
      return (text) => text.toLowerCase() === wanted.toLowerCase();
    default:
      throw new Error(`the filter operator ${operator}`);
  }
}

/** `{"prefix": {"equals-ignore-case": "x"}}` */
function ignoringCase(operator: string, argument: JsonObject): (text: string) => boolean {
  const wanted = argument['equals-ignore-case'];
  if (typeof wanted !== 'string') throw new Error(`the filter operator ${operator} of ${JSON.stringify(argument)}`);
  const compare = textComparison(operator, wanted.toLowerCase());
  return (text) => compare(text.toLowerCase());
}

/** A missing field does not match `anything-but`. */
function anythingBut(argument: Json): Test {
  const excluded = isObject(argument) ? compileExcluded(argument) : compileField([argument].flat() as Json[]);
  return (value) => isLeaf(value) && !excluded(value);
}

function compileExcluded(argument: JsonObject): Test {
  const [operator = ''] = Object.keys(argument);
  return compileField(([argument[operator] ?? null].flat() as Json[]).map((each) => ({ [operator]: each })));
}

const COMPARISONS: Record<string, (left: number, right: number) => boolean> = {
  '=': (left, right) => left === right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

/** `[">", 0, "<=", 5]`; only numbers match, so never a DynamoDB number, which is a string in a record. */
function numeric(argument: Json): Test {
  if (!Array.isArray(argument) || argument.length % 2 !== 0)
    throw new Error(`the numeric filter ${JSON.stringify(argument)}`);
  const tests: ((value: number) => boolean)[] = [];
  for (let index = 0; index < argument.length; index += 2) {
    const compare = COMPARISONS[String(argument[index])];
    const right = Number(argument[index + 1]);
    if (!compare) throw new Error(`the numeric filter ${JSON.stringify(argument)}`);
    tests.push((left) => compare(left, right));
  }
  return (value) => inEach(value, (each) => typeof each === 'number' && tests.every((test) => test(each)));
}
