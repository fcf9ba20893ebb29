import { type Bytes, utf8 } from './bytes.ts';
import type { Header } from './received.ts';
import { standardKey } from './standard.ts';

/** What may be wrong with the key. */
export const KEY_CAUSES = [
  'secret-white-space',
  'secret-quoted',
  'secret-decoded',
  'secret-not-decoded',
  'secret-without-prefix',
  'other-secret',
  'secret-empty',
] as const;
export type KeyCause = (typeof KEY_CAUSES)[number];

export interface KeyVariant {
  causes: KeyCause[];
  key: Bytes;
}

/** The key as the header requires it, then its usual mistakes. Then the same for a rotation's other secret. */
export function keyVariants(header: Header, secret: string, otherSecret: string): KeyVariant[] {
  const own = ofSecret(header, secret);
  const other = otherSecret.trim() === '' ? [] : ofSecret(header, otherSecret.trim());
  const others = other.map(({ causes, key }) => ({ causes: ['other-secret' as const, ...causes], key }));
  return [...own, ...others, { causes: ['secret-empty'], key: new Uint8Array(0) }];
}

function ofSecret(header: Header, secret: string): KeyVariant[] {
  const clean = secret.trim().replace(/^(["'`])(.*)\1$/, '$2');
  const causes: KeyCause[] = [];
  if (secret.trim() !== secret) causes.push('secret-white-space');
  if (clean !== secret.trim()) causes.push('secret-quoted');
  const bare = utf8(clean.replace(/^whsec_/, ''));
  const decoded = standardKey(clean);
  // What was computed with it as it is, white space and all, has the same fault.
  const typed: KeyVariant[] = causes.length > 0 ? [{ causes, key: utf8(secret) }] : [];
  if (header === 'contract') {
    const wrong: KeyVariant[] = decoded === null ? [] : [{ causes: ['secret-decoded'], key: decoded }];
    const withoutPrefix: KeyVariant = { causes: ['secret-without-prefix'], key: bare };
    return [...typed, { causes, key: utf8(clean) }, ...wrong, withoutPrefix];
  }
  const right: KeyVariant[] = decoded === null ? [] : [{ causes, key: decoded }];
  const wrong: KeyVariant[] = [utf8(clean), bare].map((key) => ({ causes: ['secret-not-decoded'], key }));
  return [...right, ...wrong];
}
