import type * as z from 'zod/mini';
import { Refusal } from '../http/refusal.ts';
import { textOf } from '../runtime/coded.ts';
import { ENGLISH, type Problem } from './problem.ts';

/** The body of every answer that is not a success. `error` is English; `problem` and `field` if the rule has them. */
export interface DashboardError {
  error: string;
  problem?: Problem;
  field?: string;
}

/** A refusal that the page words itself: a rule that forbids it, and the field that the rule is about. */
export class Refused extends Refusal {
  readonly field: string;
  readonly problem: Problem;

  constructor(field: string, problem: Problem, message = textOf(problem, ENGLISH)) {
    super(problem.code === 'too-many-tests' ? 'over-limit' : 'invalid', message);
    this.field = field;
    this.problem = problem;
  }
}

type Issue = z.core.$ZodIssue;

// The message of a schema without one of its own.
const NO_MESSAGE = 'Invalid input';

/** What is wrong with an input: each field's first problem, and the code of the first. Never quotes a value. */
export function refusedInput({ issues }: z.core.$ZodError): Refused {
  const byField = new Map<string, { problem: Problem; text: string }>();
  for (const issue of issues.map(deepest)) {
    const field = issue.path.join('.') || 'body';
    const problem = problemOf(field, issue);
    if (!byField.has(field)) byField.set(field, { problem, text: sentence(field, problem, issue) });
  }
  const [[field, { problem }] = ['body', { problem: { code: 'input-form', field: 'body' } as const }]] = byField;
  return new Refused(field, problem, [...byField.values()].map(({ text }) => text).join('; '));
}

function problemOf(field: string, issue: Issue): Problem {
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

/** The schema's own message, or the sentence of the problem. */
function sentence(field: string, problem: Problem, { message, ...issue }: Issue): string {
  if (message === NO_MESSAGE && issue.code === 'invalid_type') return `${field} is required, as ${issue.expected}`;
  if (message === NO_MESSAGE) return textOf(problem, ENGLISH).replace(/\.$/, '');
  return message.startsWith(`${field.slice(field.lastIndexOf('.') + 1)} `) ? message : `${field} ${message}`;
}

/** Of alternatives none of which fits, the problem of the nearest: the one whose names fit. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const ways = issue.errors.filter((inner) => !inner.some(({ code }) => code === 'unrecognized_keys'));
  const [nearest] = ways.length === 1 ? (ways[0] ?? []) : [];
  return nearest ? deepest({ ...nearest, path: [...issue.path, ...nearest.path] }) : issue;
}
