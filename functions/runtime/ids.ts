import { createHash, randomBytes } from 'node:crypto';

// Crockford's base 32 in lower case: no letter can be mistaken for a digit when an id is read aloud to support.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_CHARACTERS = 24;
const RANDOM_PART = new RegExp(`^[${ALPHABET}]{${ID_CHARACTERS}}$`);

type IdPrefix = 'tx' | 'test' | 'mer' | 'evt';

/** `length` random characters of 5 bits each, letters and digits only. */
export function randomText(length: number): string {
  return textOf(randomBytes(length));
}

/** 120 random bits after a prefix for the kind of id, such as `tx_…`. */
export function randomId(prefix: IdPrefix): string {
  return `${prefix}_${randomText(ID_CHARACTERS)}`;
}

/** 120 bits of the SHA-256 of `text`, in the form of `randomId(prefix)`. */
export function hashedId(prefix: IdPrefix, text: string): string {
  const hash = createHash('sha256').update(text).digest();
  return `${prefix}_${textOf(hash.subarray(0, ID_CHARACTERS))}`;
}

/** Whether `text` has the form of an id that `randomId(prefix)` generates. */
export function isRandomId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && RANDOM_PART.test(text.slice(prefix.length + 1));
}

/** A character for the low 5 bits of each byte. */
function textOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += ALPHABET[byte & 31];
  return text;
}
