/** Money received, by the transaction or the unknown payment that it belongs to. */
export interface Received {
  transactionId: string;
  cents: number | null;
}

/** The transactions of which a day's list and our records of the day have not the same sums, each as often. */
export function differing(listed: readonly Received[], ours: readonly Received[]): string[] {
  const [theirs, own] = [sumsById(listed), sumsById(ours)];
  const ids = new Set([...theirs.keys(), ...own.keys()]);
  return [...ids].filter((id) => theirs.get(id) !== own.get(id));
}

/** The sums of each, in one order. */
function sumsById(received: readonly Received[]): Map<string, string> {
  const byId = Map.groupBy(received, ({ transactionId }) => transactionId);
  return new Map(
    [...byId].map(([id, each]) => [
      id,
      each
        .map(({ cents }) => String(cents))
        .sort()
        .join(),
    ]),
  );
}

export function sumOf(received: readonly Pick<Received, 'cents'>[]): number {
  return received.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
}
