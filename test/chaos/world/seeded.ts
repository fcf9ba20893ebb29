/** Random numbers in [0, 1), repeatable by the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** At most `count` of the values, chosen by the seed, in their order. */
export function sampled<Value>(values: readonly Value[], count: number, seed: number): Value[] {
  if (values.length <= count) return [...values];
  const random = seededRandom(seed);
  let wanted = count;
  return values.filter((_, index) => {
    const isChosen = random() < wanted / (values.length - index);
    if (isChosen) wanted -= 1;
    return isChosen;
  });
}

/** The values in an order drawn by the seed. */
export function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  const random = seededRandom(seed);
  return values
    .map((value) => ({ value, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ value }) => value);
}

export interface Draw<Value> {
  /** Maximum number of values. Values missing from `known` are always drawn. */
  count: number;
  seed: number;
  known: ReadonlySet<string>;
  nameOf: (value: Value) => string;
}

/** Draws `count` of the values by the seed, or more: one for each name that is not yet known. */
export function drawn<Value>(values: readonly Value[], { count, seed, known, nameOf }: Draw<Value>): Value[] {
  if (values.length <= count) return [...values];
  const fresh: Value[] = [];
  const others: Value[] = [];
  const seen = new Set(known);
  for (const value of shuffled(values, seed)) {
    (seen.has(nameOf(value)) ? others : fresh).push(value);
    seen.add(nameOf(value));
  }
  return [...fresh, ...others.slice(0, Math.max(0, count - fresh.length))];
}
