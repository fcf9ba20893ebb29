const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `4m`, `3d`, `1h30m`, `250ms` in milliseconds; undefined when it is none. */
export function durationMs(text: string): number | undefined {
  if (!/^(\d+(ms|[smhd]))+$/.test(text)) return undefined;
  const parts = text.matchAll(/(\d+)(ms|[smhd])/g);
  return [...parts].reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNIT_MS[unit] ?? 0), 0);
}
