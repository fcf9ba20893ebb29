/*
 * Names of movements of money at a provider. An exact name belongs to one movement. An inexact name comes from a report
 * that lacks a distinguishing part: it is a prefix that several movements may share. It ends in `~`, or in `~2` for the
 * second movement with the same prefix in one list. No provider's id contains a `~`.
 */
const INEXACT = /^(.*)~(\d*)$/;

/** An inexact name: stands for every movement whose exact name begins with `beginning`. */
export function inexactly(beginning: string): string {
  return `${beginning}~`;
}

/** Numbers the equal inexact names of one list: `a~`, `a~2`. Exact names are unchanged. */
export function ranked(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const rank = names.slice(0, index + 1).filter((each) => each === name).length;
    return rank > 1 && !isExact(name) ? `${name}${rank}` : name;
  });
}

/** Whether the name belongs to one movement only. */
export function isExact(name: string): boolean {
  return !INEXACT.test(name);
}

/** The position among equal names of one list, from 1; always 1 for an exact name. */
export function rankOf(name: string): number {
  return Number(INEXACT.exec(name)?.[2] || 1);
}

/** A name as it is stored: its rank is valid within one list only. */
export function withoutRank(name: string): string {
  return name.replace(INEXACT, '$1~');
}

/** Whether two names can belong to the same movement. */
export function areAlike(left: string, right: string): boolean {
  const [one, other] = [INEXACT.exec(left)?.[1], INEXACT.exec(right)?.[1]];
  if (one === undefined && other === undefined) return left === right;
  if (one === undefined) return left.startsWith(other ?? '');
  if (other === undefined) return right.startsWith(one);
  return one.startsWith(other) || other.startsWith(one);
}
