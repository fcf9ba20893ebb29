import type * as z from 'zod/mini';
import type { DashboardError } from './api.ts';
import type { Problem } from './problem.ts';

type Issue = z.core.$ZodIssue;

// The message of a schema without one of its own.
const NO_MESSAGE = 'Invalid input';

/** What is wrong with an input: each field's first problem; `field` is the first field. Never quotes a value. */
export function problemOf({ issues }: z.core.$ZodError): DashboardError {
  const byField = new Map<string, Issue>();
  for (const issue of issues.map(deepest)) {
    const field = issue.path.join('.') || 'body';
    if (!byField.has(field)) byField.set(field, issue);
  }
  const [first] = byField;
  const error = [...byField].map(([field, issue]) => sentence(field, issue)).join('; ');
  return { error, ...(first && { field: first[0], problem: codeOf(...first) }) };
}

function codeOf(field: string, issue: Issue): Problem {
  const isLength = 'origin' in issue && issue.origin === 'string';
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'input-required', field };
    case 'invalid_value':
      return { code: 'input-one-of', field, values: issue.values.map(String) };
    case 'too_small':
      return { code: 'input-too-small', field, limit: Number(issue.minimum), isLength };
    case 'too_big':
      return { code: 'input-too-big', field, limit: Number(issue.maximum), isLength };
    default:
      return { code: 'input-form', field };
  }
}

function sentence(field: string, issue: Issue): string {
  const text = issue.message === NO_MESSAGE ? rule(issue) : issue.message;
  const name = field.slice(field.lastIndexOf('.') + 1);
  return text.startsWith(`${name} `) ? text : `${field} ${text}`;
}

function rule(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `is required, as ${issue.expected === 'int' ? 'a whole number' : issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unit(issue.origin)}`;
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unit(issue.origin)}`;
    case 'unrecognized_keys':
      return 'has a field too many';
    default:
      return 'is not in a known form';
  }
}

function unit(origin: string): string {
  return origin === 'string' ? ' characters' : '';
}

/** Of alternatives none of which fits, the problem of the nearest: the one whose names fit. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const ways = issue.errors.filter((inner) => !inner.some(({ code }) => code === 'unrecognized_keys'));
  const [nearest] = ways.length === 1 ? (ways[0] ?? []) : [];
  return nearest ? deepest({ ...nearest, path: [...issue.path, ...nearest.path] }) : issue;
}
