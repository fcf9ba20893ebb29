import { randomBytes } from 'node:crypto';

// Crockford's base 32 in lower case: no letter that is mistaken for a digit when read aloud to support.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** `length` random characters of 5 bits each, letters and digits only. */
export function randomText(length: number): string {
  let text = '';
  for (const byte of randomBytes(length)) text += ALPHABET[byte & 31];
  return text;
}

/** 120 random bits behind a prefix that tells a reader what the id names, e.g. `tx_…`. */
export function randomId(prefix: 'tx' | 'test' | 'mer' | 'evt'): string {
  return `${prefix}_${randomText(24)}`;
}
