import { createHash, randomBytes } from 'node:crypto';

const FORM = /^sk_[A-Za-z0-9_-]{43}$/;
const BEARER = /^Bearer +([^\s]+)$/i;

/** `sk_` and 256 random bits (decision D18). */
export function newApiKey(): string {
  return `sk_${randomBytes(32).toString('base64url')}`;
}

/** A key is found by its SHA-256; 256 random bits need no slower hash. */
export function apiKeyHash(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex');
}

/** The key out of `Authorization: Bearer <API_KEY>` (§5.1), or undefined when the header is not of that form. */
export function bearerKey(authorization: string | undefined): string | undefined {
  const key = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  return key !== undefined && FORM.test(key) ? key : undefined;
}

/** A name for a key in lists and in the history: the beginning of its hash, which reveals nothing of the key. */
export function keyName(hash: string): string {
  return hash.slice(0, 8);
}
