import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile } from '../data-file.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
export interface Timer {
  cancel(): void;
}

/** The time of schedules, quotas, queues, functions and record ages. */
export interface Clock {
  nowMs(): number;
  /** How far it is ahead of the machine's clock. */
  aheadMs(): number;
  /** Calls back once, no earlier than `delayMs` from now. */
  after(delayMs: number, callback: () => void): Timer;
}

export const systemClock: Clock = {
  nowMs: Date.now,
  aheadMs: () => 0,
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

/** `passed` resolves after this much of the machine's time, unless it is cancelled before. */
export function timeLimit(ms: number): Timer & { passed: Promise<void> } {
  const { promise: passed, resolve } = Promise.withResolvers<void>();
  return { passed, ...systemClock.after(ms, resolve) };
}

const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** `4m`, `3d`, `1h30m`, `250ms` in milliseconds; undefined for other text. */
export function durationMs(text: string): number | undefined {
  if (!/^(\d+(ms|[smhd]))+$/.test(text)) return undefined;
  const parts = text.matchAll(/(\d+)(ms|[smhd])/g);
  return [...parts].reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNIT_MS[unit] ?? 0), 0);
}

const content = z.object({ aheadMs: z.int().check(z.nonnegative()) });

const fileIn = (dataDir: string) => join(dataDir, 'clock.json');

/** How far the clock of this data folder is ahead of the machine's; 0 when it was never moved. */
export function readAheadMs(dataDir: string): number {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return 0;
  try {
    return content.parse(JSON.parse(readFileSync(file, 'utf8'))).aheadMs;
  } catch {
    // Starting at the machine's time would move the clock back behind stored times.
    throw new Error(`${file} cannot be read, so the position of the clock is unknown: start with --fresh.`);
  }
}

export function writeAheadMs(dataDir: string, aheadMs: number): void {
  replaceFile(fileIn(dataDir), JSON.stringify({ aheadMs }));
}
