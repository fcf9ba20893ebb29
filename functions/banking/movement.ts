import { MINUTE_MS } from '../runtime/durations.ts';
import { cheapestColumns } from './assignment.ts';

/*
 * Names of movements of money at a provider. An exact name belongs to one movement. An inexact name comes from a report
 * that lacks a distinguishing part, or from a list with a clock of its own, so several movements may share it. Reports
 * and items contain a name as text: that of an inexact one ends in `~`, which no provider's id contains. It may end in
 * a local time, to the minute or to the second.
 */
const INEXACT = '~';
const TIME = /^(.*)(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?$/;

/** Two reports of one movement may differ by this much in their times. */
export const TIME_TOLERANCE_MS = 10_000;

/** From the beginning of a minute to its last second. */
const LAST_SECOND_MS = MINUTE_MS - 1_000;

/** More than the time between any two names that may be of one movement. */
const UNKNOWN_DIFFERENCE_MS = 1e9;

/** The name of a movement of money, as `nameOf` reads it. */
export interface MovementName {
  /** As it is reported and stored; undefined where the report had no name. */
  text: string | undefined;
  /** Whether it belongs to one movement only. */
  isExact: boolean;
  /**
   * The text without the mark of an inexact name: every movement whose exact name begins with it may have this name.
   */
  beginning: string;
  /** The beginning without its time. */
  sum: string;
  /** The second or minute that its time denotes. */
  time: Span | undefined;
}

interface Span {
  fromMs: number;
  toMs: number;
}

/** Reads a name from its text. */
export function nameOf(text: string | undefined): MovementName {
  const isInexact = text === undefined || text.endsWith(INEXACT);
  const beginning = isInexact ? (text?.slice(0, -INEXACT.length) ?? '') : text;
  const [, sum = beginning, year, month, day, hour, minute, second] = TIME.exec(beginning) ?? [];
  const time = [hour, minute, second ?? 0].map(Number);
  const fromMs = Date.UTC(Number(year), Number(month) - 1, Number(day), ...time);
  const span = { fromMs, toMs: fromMs + (second === undefined ? LAST_SECOND_MS : 0) };
  return { text, isExact: !isInexact, beginning, sum, time: year === undefined ? undefined : span };
}

/** The text of an inexact name, which matches every movement whose exact name begins with `beginning`. */
export function inexactly(beginning: string): string {
  return beginning + INEXACT;
}

/** Whether a name says more about its movement than another: an exact one most, an absent one nothing. */
export function isMoreExact(name: MovementName, than: MovementName): boolean {
  const rank = ({ text, isExact }: MovementName) => (text === undefined ? 0 : isExact ? 2 : 1);
  return rank(name) > rank(than);
}

/**
 * Whether two names belong to one movement, in ascending order. `sum`: they are equal but for their times. `near`: two
 * different exact names, one of whose times may be a little wrong; only the provider's list can resolve the doubt.
 * `possible`: nothing in them contradicts it.
 */
export const SAME = { no: 0, sum: 1, near: 2, possible: 3, certain: 4 } as const;

/** How far two names agree. */
export function sameMovement(left: MovementName, right: MovementName): (typeof SAME)[keyof typeof SAME] {
  if (left.text === undefined || right.text === undefined) return SAME.possible;
  const areExact = left.isExact && right.isExact;
  if (left.text === right.text) return areExact ? SAME.certain : SAME.possible;
  if (areNear(left, right)) return areExact ? SAME.near : SAME.possible;
  return left.sum === right.sum ? SAME.sum : SAME.no;
}

function areNear(left: MovementName, right: MovementName): boolean {
  if (left.time && right.time) return left.sum === right.sum && gapMs(left.time, right.time) <= TIME_TOLERANCE_MS;
  const isOf = (one: MovementName, other: MovementName) => !one.isExact && other.beginning.startsWith(one.beginning);
  return isOf(left, right) || isOf(right, left);
}

/** Whether a time, if it has no seconds its minute, can be that of a movement that is reported at another time. */
export function areCloseTimes(oneMs: number, otherMs: number): boolean {
  const [one, other] = [oneMs, otherMs].map((ms) => ({
    fromMs: ms,
    toMs: ms % MINUTE_MS === 0 ? ms + LAST_SECOND_MS : ms,
  }));
  return one !== undefined && other !== undefined && gapMs(one, other) <= TIME_TOLERANCE_MS;
}

/**
 * Pairs the entries of one list, in order of time, with recorded movements: the index of the record for each entry,
 * undefined for an entry without one. As many as possible are paired, and of several ways the one with the least
 * difference in time is chosen, so that an entry without a record is not paired with its neighbour's. Of ways that
 * differ in neither, earlier entries get earlier records.
 */
export function paired(listed: readonly MovementName[], recorded: readonly MovementName[]): (number | undefined)[] {
  const columns = BigInt(recorded.length + 1);
  const inAll = columns ** BigInt(listed.length);
  // A further pair is worth any difference, and a millisecond any order.
  const unpaired = BigInt(UNKNOWN_DIFFERENCE_MS) * BigInt(listed.length + 1) * inAll;
  const costs = listed.map((own, entry) => {
    const position = columns ** BigInt(listed.length - 1 - entry);
    return [
      ...recorded.map((name, record) =>
        sameMovement(own, name) < SAME.possible
          ? 2n * unpaired
          : BigInt(apartMs(own, name)) * inAll + BigInt(record) * position,
      ),
      ...listed.map(() => unpaired + (columns - 1n) * position),
    ];
  });
  return cheapestColumns(costs).map((column) => (column < recorded.length ? column : undefined));
}

/**
 * Milliseconds between the times of two names, 0 where they can be the same. Names without a time are the last choice.
 */
export function apartMs({ time: left }: MovementName, { time: right }: MovementName): number {
  return left && right ? Math.max(0, gapMs(left, right)) : UNKNOWN_DIFFERENCE_MS;
}

function gapMs(one: Span, other: Span): number {
  return Math.max(one.fromMs, other.fromMs) - Math.min(one.toMs, other.toMs);
}
