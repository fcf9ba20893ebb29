/*
 * The provider's names of movements of money. An exact name is of one movement. An inexact one, of a report that leaves
 * out what would tell, is the beginning that the names of several movements may share: it ends in `~`, and in `~2` for the
 * second of its like in one list. No provider's own id contains a `~`.
 */
const INEXACT = /^(.*)~(\d*)$/;

/** A name for every movement whose exact name begins like this. */
export function inexactly(beginning: string): string {
  return `${beginning}~`;
}

/** The names of one list's movements, each of several alike with its rank: `a~`, `a~2`. Exact ones are left as they are. */
export function ranked(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const rank = names.slice(0, index + 1).filter((each) => each === name).length;
    return rank > 1 && !isExact(name) ? `${name}${rank}` : name;
  });
}

export function isExact(name: string): boolean {
  return !INEXACT.test(name);
}

/** 1 of the first of its like; of an exact name there is one only. */
export function rankOf(name: string): number {
  return Number(INEXACT.exec(name)?.[2] || 1);
}

/** A name as it is kept: of several alike, which one it was in a list says nothing later. */
export function withoutRank(name: string): string {
  return name.replace(INEXACT, '$1~');
}

/** Whether two names may be of one movement, going by all that both of them tell. */
export function areAlike(left: string, right: string): boolean {
  const [one, other] = [INEXACT.exec(left)?.[1], INEXACT.exec(right)?.[1]];
  if (one === undefined && other === undefined) return left === right;
  if (one === undefined) return left.startsWith(other ?? '');
  if (other === undefined) return right.startsWith(one);
  return one.startsWith(other) || other.startsWith(one);
}
