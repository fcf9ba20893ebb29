import type { SibsAmount, SibsEuros } from './wire.ts';

/** Cents as SIBS takes them: 1620 is `{ value: 16.2, currency: 'EUR' }`. */
export function eurosOf(amountCents: number): SibsEuros {
  return { value: amountCents / 100, currency: 'EUR' };
}

/** The cents of an amount SIBS gave, as a number or a decimal string; null when it is not whole cents of a positive sum. */
export function centsOf(amount: SibsAmount): number | null {
  const decimal = String(amount.value).trim();
  if (!/^\d{1,9}(\.\d{1,20})?$/.test(decimal)) return null;
  const exactCents = Number(decimal) * 100;
  const cents = Math.round(exactCents);
  // The wire's doubles carry noise (16.9 × 100 is 1689.9999999999998); a real fraction of a cent is far larger.
  return cents > 0 && Math.abs(exactCents - cents) < 1e-4 ? cents : null;
}
