import { UsageError } from './command.ts';

/** The text of an option. Each function below throws a `UsageError` that names the option and its valid values. */
export type Text = string | undefined;

export function oneOf<Known extends string>(name: string, known: readonly Known[], text: Text): Known {
  const found = known.find((each) => each === text);
  if (found === undefined) throw new UsageError(`${name} must be one of ${known.join(', ')}`);
  return found;
}

/** A whole number in a range, both ends included. */
export function wholeNumberOf(name: string, text: string, [least, most]: readonly [number, number]): number {
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}, not ${text || 'empty'}`);
}

export function idOf(text: string, what: 'merchant' | 'transaction'): string {
  if (text === '') throw new UsageError(`the ${what} id is missing`);
  return text;
}
