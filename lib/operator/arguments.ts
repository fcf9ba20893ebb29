import { userInfo } from 'node:os';
import { periodProblem } from '../../functions/finance/totals/period.ts';
import { type Clock, systemClock } from '../../functions/runtime/clock.ts';
import { DAY_MS } from '../../functions/runtime/durations.ts';
import { lisbonTimeMs } from '../../functions/runtime/lisbon.ts';
import { type LisbonDay, lisbonDay } from '../../functions/runtime/lisbon-day.ts';
import { localClock } from './clock.ts';
import { UsageError } from './command.ts';

/** The text of an option. Each function below throws a `UsageError` that names the option and its valid values. */
export type Text = string | undefined;

export function oneOf<Known extends string>(name: string, known: readonly Known[], text: Text): Known {
  const found = known.find((each) => each === text);
  if (found === undefined) throw new UsageError(`${name} must be one of ${known.join(', ')}`);
  return found;
}

/** Text that is stored with a record: trimmed, not empty, at most `mostCharacters` long. */
export function storedText(name: string, text: Text, use: string, maxCharacters: number): string {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') throw new UsageError(`${name} is missing: ${use}`);
  return notLonger(name, trimmed, maxCharacters);
}

export function notLonger(name: string, text: string, maxCharacters: number): string {
  if (text.length > maxCharacters) throw new UsageError(`${name} is too long: at most ${maxCharacters} characters`);
  return text;
}

/** Who makes a change, for the record: the user's name unless given. */
export function whoOf(who: Text): string {
  return notLonger('--who', who ?? userInfo().username, 100);
}

/** A whole number in a range, both ends included. */
export function wholeNumberOf(name: string, text: string, [least, most]: readonly [number, number]): number {
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}, not ${text || 'empty'}`);
}

export function limitOf(text: string): number {
  return wholeNumberOf('--limit', text, [1, 99_999]);
}

export function idOf(text: string, what: 'merchant' | 'transaction'): string {
  if (text === '') throw new UsageError(`the ${what} id is missing`);
  return text;
}

/** The clock of the service: the local one can be moved. */
export function clockOf({ stage }: { stage?: Text }): Clock {
  return stage === undefined ? localClock : systemClock;
}

/** A day in Lisbon. */
export function dayOf(name: string, text: Text): LisbonDay {
  if (text === undefined) throw new UsageError(`${name} is missing: a day in Lisbon, such as 2026-11-20`);
  const day = lisbonDay(text);
  if (!day) throw new UsageError(`${name} is not a day (2026-11-20): ${text}`);
  return day;
}

/** Days in Lisbon, both included; `to` is `from` unless given. */
export function daysOf({ from, to = from }: { from?: Text; to?: Text }): { from: LisbonDay; to: LisbonDay } {
  const period = { from: dayOf('--from', from), to: dayOf('--to', to) };
  const problem = periodProblem(period);
  if (problem) throw new UsageError(`--to ${problem}`);
  return period;
}

/** A period in milliseconds, `toMs` excluded. By default it has no beginning and ends now. */
export function timesOf({ from, to }: { from?: Text; to?: Text }, nowMs: number): { fromMs: number; toMs: number } {
  const fromMs = from === undefined ? 0 : timeOf(from, 'begin');
  const toMs = to === undefined ? nowMs + 1 : timeOf(to, 'end');
  if (fromMs >= toMs) throw new UsageError('--from must be before --to');
  return { fromMs, toMs };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A day is a day in Lisbon: its beginning or its end. A time has its zone. */
function timeOf(text: string, edge: 'begin' | 'end'): number {
  const midnightMs = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const timeMs = TIME.test(text) ? Date.parse(text) : lisbonTimeMs(edge === 'begin' ? midnightMs : midnightMs + DAY_MS);
  if (Number.isNaN(timeMs))
    throw new UsageError(`not a day (2026-11-20) or time with a zone (2026-11-20T14:30Z): ${text}`);
  return timeMs;
}

/**
 * The bank account of an export. If the stage has several accounts it must be named: otherwise the payments of the
 * other accounts would be reported as missing at the bank.
 */
export function accountOf(
  { account, import: file }: { account?: Text; import?: Text },
  known: readonly string[],
): string | undefined {
  if (account !== undefined) return oneOf('--account', known, account);
  if (file !== undefined && known.length > 1) {
    throw new UsageError(`--import is the export of one bank account: name it with --account (${known.join(', ')})`);
  }
  return undefined;
}
