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
export function areAlike(left: string, right: string): boolean {
  return isExact(left) && isExact(right) ? left === right : areClose(left, right);
}

/**
 * Whether two names can belong to the same movement if either time may be a little wrong. For two different exact
 * names this is a doubt that only the provider's list can resolve.
 */
export function areClose(left: MovementName, right: MovementName): boolean {
  if (left === undefined || right === undefined || left === right) return true;
  const [one, other] = [left, right].map((name) => INEXACT.exec(name)?.[1] ?? name) as [string, string];
  const [first, second] = [timed(one), timed(other)];
  if (first && second) {
    const gapMs = Math.max(first.fromMs, second.fromMs) - Math.min(first.toMs, second.toMs);
    return first.beginning === second.beginning && gapMs <= TIME_TOLERANCE_MS;
  }
  return (!isExact(left) && other.startsWith(one)) || (!isExact(right) && one.startsWith(other));
}

/**
 * Pairs the entries of one list, in order of time, with recorded movements: the index of the record for each entry,
 * undefined for an entry without one. Each record stands for one entry.
 */
export function paired(listed: readonly MovementName[], recorded: readonly MovementName[]): (number | undefined)[] {
  // The entries that a record can be are consecutive, so the record whose last one comes first is the best choice.
  const endOf = (name: MovementName) => timed(name?.replace(INEXACT, '$1') ?? '')?.toMs ?? Number.MAX_SAFE_INTEGER;
  const byEnd = [...recorded.keys()].sort((left, right) => endOf(recorded[left]) - endOf(recorded[right]));
  return listed.map((name) => {
    const at = byEnd.findIndex((index) => areClose(name, recorded[index]));
    return at < 0 ? undefined : byEnd.splice(at, 1)[0];
  });
}

/** The name without its time, and the second or minute that the time stands for; null without a time. */
function timed(name: string): { beginning: string; fromMs: number; toMs: number } | null {
  const match = TIME.exec(name);
  if (!match) return null;
  const [, beginning = '', year, month, day, hour, minute, second] = match;
  const parts = [year, Number(month) - 1, day, hour, minute, second ?? 0].map(Number);
  const [years = 0, months = 0, ...rest] = parts;
  const fromMs = Date.UTC(years, months, ...rest);
  return { beginning, fromMs, toMs: fromMs + (second === undefined ? 59_000 : 0) };
}
