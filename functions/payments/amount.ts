import type { Reading } from '../runtime/reading.ts';

/** The range of amounts, in cents (decision D2). */
export const MIN_CENTS = 1;
export const MAX_CENTS = 9_999_999;

// Tolerance for floating-point noise: 0.1 + 0.2 means 0.30.
const NOISE_CENTS = 1e-9 * 100;

/**
 * Reads an amount in EUR (§4.1, decision D2): a JSON number from 0.01 to 99,999.99 in whole cents. It is never
 * rounded, except for noise below 1e-9 EUR.
 */
export function readAmount(amount: unknown): Reading<number> {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) {
    return { ok: false, problem: 'must be a JSON number in EUR, such as 10.5' };
  }
  if (amount <= 0) return { ok: false, problem: 'must be greater than zero' };
  const amountCents = Math.round(amount * 100);
  if (Math.abs(amount * 100 - amountCents) > NOISE_CENTS || amountCents < MIN_CENTS) {
    return { ok: false, problem: 'must be in whole cents: at most two decimals' };
  }
  if (amountCents > MAX_CENTS) return { ok: false, problem: `must be at most ${amountOf(MAX_CENTS)}` };
  return { ok: true, value: amountCents };
}

/** The amount in EUR for an answer: the number nearest to the cents, which JSON prints with at most two decimals. */
export function amountOf(amountCents: number): number {
  return amountCents / 100;
}

/** Null where no amount is known. */
export function amountOrNull(amountCents: number | null | undefined): number | null {
  return amountCents == null ? null : amountOf(amountCents);
}
