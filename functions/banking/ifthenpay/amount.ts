/** What ifthenpay takes for either method: 0.01 to 99,999.99. */
export const LARGEST_CENTS = 9_999_999;

/** Cents as ifthenpay takes them: 1620 is `16.20`. */
export function decimalOf(amountCents: number): string {
  return `${Math.trunc(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
}

/** The cents of a decimal text or number, with point or comma; null when it is not whole cents of a positive sum. */
export function centsOf(amount: string | number): number | null {
  const match = /^(\d{1,7})(?:[.,](\d{1,2})0*)?$/.exec(String(amount).trim());
  if (!match) return null;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents > 0 ? cents : null;
}
