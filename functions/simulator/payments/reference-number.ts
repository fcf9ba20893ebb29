import { randomInt } from 'node:crypto';

/**
 * The two check digits of a Multibanco reference: over entity (5 digits), the reference's first seven digits and the
 * amount (8 digits of cents), each digit weighted 3·10^i mod 97 from the right, which is three times the
 * 20-digit number mod 97, taken from 98.
 */
export function checkDigits(entity: string, sevenDigits: string, amountCents: number): string {
  const number = BigInt(`${entity}${sevenDigits}${String(amountCents).padStart(8, '0')}`);
  return String(98 - Number((3n * number) % 97n)).padStart(2, '0');
}

/** A random 9-digit reference, valid for `entity` and the amount. The table's write checks that it is free. */
export function randomReference(entity: string, amountCents: number): string {
  const sevenDigits = String(randomInt(10_000_000)).padStart(7, '0');
  return sevenDigits + checkDigits(entity, sevenDigits, amountCents);
}
