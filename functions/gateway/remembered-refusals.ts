export type Refusals = ReturnType<typeof rememberedRefusals>;

/**
 * Refusals of this execution environment. Until its retry time an address is refused without a write to the table,
 * which costs $0.63 per million. Holds at most `capacity` addresses; the oldest is removed first.
 */
export function rememberedRefusals(capacity = 10_000) {
  const retryAtMsByAddress = new Map<string, number>();
  return {
    retryAtMs(address: string, nowMs: number): number | undefined {
      const retryAtMs = retryAtMsByAddress.get(address);
      if (retryAtMs === undefined || retryAtMs > nowMs) return retryAtMs;
      retryAtMsByAddress.delete(address);
      return undefined;
    },
    remember(address: string, retryAtMs: number): void {
      retryAtMsByAddress.delete(address);
      retryAtMsByAddress.set(address, retryAtMs);
      if (retryAtMsByAddress.size <= capacity) return;
      const [oldest] = retryAtMsByAddress.keys();
      if (oldest !== undefined) retryAtMsByAddress.delete(oldest);
    },
  };
}
