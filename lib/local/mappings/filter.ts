import { isObject, type Json } from '../json.ts';

/** Whether a record passes. */
export type Filter = (record: unknown) => boolean;

/**
 * Compiles the patterns of a `FilterCriteria`: objects of lists of exact values. A record passes when one matches, or
 * without patterns. Throws for what no pattern of ours has.
 */
export function compileFilters(patterns: readonly string[]): Filter {
  const tests = patterns.map((pattern) => compile(JSON.parse(pattern) as Json));
  return (record) => tests.length === 0 || tests.some((test) => test(record));
}

function compile(pattern: Json): Filter {
  if (Array.isArray(pattern) && !pattern.some((each) => typeof each === 'object'))
    return (value) => pattern.includes(value as Json);
  if (!isObject(pattern))
    throw new Error(`the filter ${JSON.stringify(pattern)}: add its operator in lib/local/mappings/filter.ts`);
  const tests = Object.entries(pattern).map(([key, inner]) => ({ key, test: compile(inner) }));
  return (value) => tests.every(({ key, test }) => isObject(value) && test(value[key]));
}
