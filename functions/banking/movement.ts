/*
 * Names of movements of money at a provider. An exact name belongs to one movement. An inexact name ends in `~`: it comes
 * from a report that lacks a distinguishing part, or from a list with a clock of its own, so several movements may share
 * it. No provider's id contains a `~`. A name may end in a local time, to the minute or to the second.
 */
const INEXACT = /^(.*)~$/;
const TIME = /^(.*)(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?$/;

/** Two reports of one movement may differ by this much in their times. */
const TIME_TOLERANCE_MS = 10_000;

/** The name of a recorded movement; undefined where its report had none. */
export type MovementName = string | undefined;

/** An inexact name: stands for every movement whose exact name begins with `beginning`. */
export function inexactly(beginning: string): string {
  return `${beginning}~`;
}

/** Whether the name belongs to one movement only. */
export function isExact(name: string): boolean {
  return !INEXACT.test(name);
}

/** Whether two names can belong to the same movement. Two exact names belong to two movements unless they are equal. */
export function areAlike(left: MovementName, right: MovementName): boolean {
  if (left === undefined || right === undefined) return true;
  return isExact(left) && isExact(right) ? left === right : areClose(left, right);
}

/**
 * Whether two names can belong to the same movement if either time may be a little wrong. For two different exact
 * names this is a doubt that only the provider's list can resolve.
 */
export function areClose(left: MovementName, right: MovementName): boolean {
  if (left === undefined || right === undefined || left === right) return true;
  const [one, other] = [beginningOf(left), beginningOf(right)];
  const [first, second] = [timed(one), timed(other)];
  if (first && second) return first.beginning === second.beginning && gapMs(first, second) <= TIME_TOLERANCE_MS;
  return (!isExact(left) && other.startsWith(one)) || (!isExact(right) && one.startsWith(other));
}

/** Whether two names are equal but for their times. */
export function haveSameSum(left: MovementName, right: MovementName): boolean {
  if (left === undefined || right === undefined) return true;
  const [one, other] = [beginningOf(left), beginningOf(right)].map((name) => timed(name)?.beginning ?? name);
  return one === other;
}

/** Whether a time, if it has no seconds its minute, can be that of a movement that is reported at another time. */
export function areCloseTimes(oneMs: number, otherMs: number): boolean {
  const [one, other] = [oneMs, otherMs].map((ms) => ({ fromMs: ms, toMs: ms % 60_000 === 0 ? ms + 59_000 : ms }));
  return one !== undefined && other !== undefined && gapMs(one, other) <= TIME_TOLERANCE_MS;
}

/**
 * Pairs the entries of one list, in order of time, with recorded movements: the index of the record for each entry,
 * undefined for an entry without one. As many as possible are paired, and of several ways the one with the least
 * difference in time is taken, so that an entry without a record does not take that of its neighbour.
 */
export function paired(listed: readonly MovementName[], recorded: readonly MovementName[]): (number | undefined)[] {
  const known = new Map<string, Pairs>();
  /** The best pairs of the entries from this one on, with the records that are not taken: one bit each. */
  const best = (entry: number, taken: bigint): Pairs => {
    if (entry === listed.length) return { count: 0, differenceMs: 0, of: [] };
    const key = `${entry} ${taken}`;
    let found = known.get(key);
    if (found) return found;
    let pairedHere: Pairs | undefined;
    for (const [record, name] of recorded.entries()) {
      const bit = 1n << BigInt(record);
      if ((taken & bit) !== 0n || !areAlike(listed[entry], name)) continue;
      const { count, differenceMs, of } = best(entry + 1, taken | bit);
      const difference = differenceMs + differenceOf(listed[entry], name);
      const other: Pairs = { count: count + 1, differenceMs: difference, of: [[entry, record], ...of] };
      if (!pairedHere || isBetter(other, pairedHere)) pairedHere = other;
    }
    const without = best(entry + 1, taken);
    found = pairedHere && !isBetter(without, pairedHere) ? pairedHere : without;
    known.set(key, found);
    return found;
  };
  const pairs = new Map(best(0, 0n).of);
  return listed.map((_, entry) => pairs.get(entry));
}

interface Pairs {
  count: number;
  differenceMs: number;
  of: [entry: number, record: number][];
}

function isBetter(one: Pairs, other: Pairs): boolean {
  return one.count > other.count || (one.count === other.count && one.differenceMs < other.differenceMs);
}

/** Whether two names have the same time, as far as both have seconds. */
export function haveSameTime(left: MovementName, right: MovementName): boolean {
  return differenceOf(left, right) === 0;
}

/** Names without a time are the last choice. */
function differenceOf(left: MovementName, right: MovementName): number {
  const [one, other] = [left, right].map((name) => timed(beginningOf(name ?? '')));
  return one && other ? Math.max(0, gapMs(one, other)) : 1e9;
}

function gapMs(one: Span, other: Span): number {
  return Math.max(one.fromMs, other.fromMs) - Math.min(one.toMs, other.toMs);
}

function beginningOf(name: string): string {
  return INEXACT.exec(name)?.[1] ?? name;
}

interface Span {
  fromMs: number;
  toMs: number;
}

/** The name without its time, and the second or minute that the time stands for; null without a time. */
function timed(name: string): (Span & { beginning: string }) | null {
  const match = TIME.exec(name);
  if (!match) return null;
  const [, beginning = '', year, month, day, hour, minute, second] = match;
  const parts = [year, Number(month) - 1, day, hour, minute, second ?? 0].map(Number);
  const [years = 0, months = 0, ...rest] = parts;
  const fromMs = Date.UTC(years, months, ...rest);
  return { beginning, fromMs, toMs: fromMs + (second === undefined ? 59_000 : 0) };
}
