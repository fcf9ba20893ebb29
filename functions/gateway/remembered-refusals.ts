export type Refusals = ReturnType<typeof rememberedRefusals>;

/**
 * Refusals this execution environment has seen. Until the oldest counted request of an address leaves the window nothing
 * can admit it, whoever asks, so a flood of refused requests costs no further write, $0.63 for a million of them.
 * Bounded, the oldest forgotten first.
 */
export function rememberedRefusals(capacity = 10_000) {
  const againAtByAddress = new Map<string, number>();
  return {
    againAt(address: string, nowMs: number): number | undefined {
      const againAt = againAtByAddress.get(address);
      if (againAt === undefined || againAt > nowMs) return againAt;
      againAtByAddress.delete(address);
      return undefined;
    },
    remember(address: string, againAt: number): void {
      againAtByAddress.delete(address);
      againAtByAddress.set(address, againAt);
      if (againAtByAddress.size <= capacity) return;
      const [oldest] = againAtByAddress.keys();
      if (oldest !== undefined) againAtByAddress.delete(oldest);
    },
  };
}
