/**
 * Assigns a column of its own to each row so that the sum of the costs is least: the Hungarian algorithm, whose time is
 * cubic in the number of columns. There are at least as many columns as rows.
 */
export function cheapestColumns(costs: readonly (readonly bigint[])[]): number[] {
  const columns = costs[0]?.length ?? 0;
  const rowOf: (number | undefined)[] = Array(columns).fill(undefined);
  const [rowPrices, columnPrices] = [costs.map(() => 0n), Array<bigint>(columns).fill(0n)];

  /** Gives the row a column, at the least further cost: rows that have one may move to another. */
  const assign = (first: number): void => {
    const ways: (Way | undefined)[] = Array(columns).fill(undefined);
    const reached = new Set<number>();
    let last: number | undefined;
    for (let row: number | undefined = first; row !== undefined; row = rowOf[last as number]) {
      let [next, step] = [-1, 0n];
      for (let column = 0; column < columns; column += 1) {
        if (reached.has(column)) continue;
        const cost = (costs[row]?.[column] ?? 0n) - (rowPrices[row] ?? 0n) - (columnPrices[column] ?? 0n);
        const known = ways[column];
        const way = known && known.cost <= cost ? known : { cost, from: last };
        ways[column] = way;
        if (next < 0 || way.cost < step) [next, step] = [column, way.cost];
      }
      for (const [column, way] of ways.entries()) if (way && !reached.has(column)) way.cost -= step;
      rowPrices[first] = (rowPrices[first] ?? 0n) + step;
      for (const column of reached) {
        const owner = rowOf[column] as number;
        rowPrices[owner] = (rowPrices[owner] ?? 0n) + step;
        columnPrices[column] = (columnPrices[column] ?? 0n) - step;
      }
      reached.add(next);
      last = next;
    }
    for (let column = last; column !== undefined; ) {
      const from: number | undefined = ways[column]?.from;
      rowOf[column] = from === undefined ? first : rowOf[from];
      column = from;
    }
  };

  for (const row of costs.keys()) assign(row);
  return costs.map((_, row) => rowOf.indexOf(row));
}

/** The cheapest way to a column, and the column whose row would move to it. */
interface Way {
  cost: bigint;
  from: number | undefined;
}
