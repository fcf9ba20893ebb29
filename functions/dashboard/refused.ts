import type * as z from 'zod/mini';
import { Refusal } from '../http/refusal.ts';
import { textOf } from '../runtime/coded.ts';
import { ENGLISH, type Problem } from './problem.ts';

/** The body of every answer that is not a success. `error` is English; `problem` and `field` where there is one. */
export interface DashboardError {
  error: string;
  problem?: Problem;
  field?: string;
}

/** A refusal about a field: a rule's, which the page words itself, or that of an input, whose text is English. */
export class Refused extends Refusal {
  readonly field: string;
  readonly problem: Problem | undefined;

  constructor(field: string, why: Problem | string) {
    const problem = typeof why === 'string' ? undefined : why;
    super(
      problem?.code === 'too-many-tests' ? 'over-limit' : 'invalid',
      problem ? textOf(problem, ENGLISH) : String(why),
    );
    this.field = field;
    this.problem = problem;
  }
}

type Issue = z.core.$ZodIssue;

// The message of a schema without one of its own.
const NO_MESSAGE = 'Invalid input';

/** What is wrong with an input: the first of each field, and the first field. Never quotes a value. */
export function refusedInput({ issues }: z.core.$ZodError): Refused {
  const byField = new Map<string, string>();
  for (const issue of issues.map(deepest)) {
    const field = issue.path.join('.') || 'body';
    if (!byField.has(field)) byField.set(field, sentence(field, issue));
  }
  const [field = 'body'] = byField.keys();
  return new Refused(field, [...byField.values()].join('; '));
}

/** The schema's own message, or one for its rule. */
function sentence(field: string, { message, ...issue }: Issue): string {
  if (message !== NO_MESSAGE)
    return message.startsWith(`${field.slice(field.lastIndexOf('.') + 1)} `) ? message : `${field} ${message}`;
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters' : '';
  switch (issue.code) {
    case 'invalid_type':
      return `${field} is required, as ${issue.expected}`;
    case 'invalid_value':
      return `${field} must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `${field} must be at least ${issue.minimum}${unit}`;
    case 'too_big':
      return `${field} must be at most ${issue.maximum}${unit}`;
    default:
      return `${field} is not in the expected form`;
  }
}

/** Of alternatives none of which fits, the problem of the nearest: the one whose names fit. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const ways = issue.errors.filter((inner) => !inner.some(({ code }) => code === 'unrecognized_keys'));
  const [nearest] = ways.length === 1 ? (ways[0] ?? []) : [];
  return nearest ? deepest({ ...nearest, path: [...issue.path, ...nearest.path] }) : issue;
}
