import * as z from 'zod/mini';
import { LANGUAGES } from '../merchants/accounts/merchant.ts';
import { holdsSecret } from '../merchants/history/change.ts';
import { isBlank, oneLine } from '../runtime/visible-text.ts';
import { ROLES, type Role } from './caller.ts';

/** Who signed in, by the ID token; API Gateway has verified it and passes its claims. */
export interface Person {
  /** The issuer's own id of the person (`sub`), which never changes. */
  userId: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  roles: Role[];
}

/** `language`: that of the page. */
export const meInput = z.object({ language: z.optional(z.enum(LANGUAGES)) });
export type MeInput = z.infer<typeof meInput>;

const text = z.optional(z.string());

// API Gateway passes every claim as text; the local host passes lists and booleans as they are.
const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(128)),
  email: text,
  email_verified: z.optional(z.union([z.string(), z.boolean()])),
  name: text,
  'cognito:groups': z.optional(z.union([z.string(), z.array(z.string())])),
  token_use: text,
});

/** Undefined where nobody has signed in: no claims, none that name a person, or those of an access token. */
export function personOf(authorizer: unknown): Person | undefined {
  const parsed = claims.safeParse((authorizer as { claims?: unknown } | null | undefined)?.claims);
  if (!parsed.success || (parsed.data.token_use ?? 'id') !== 'id') return undefined;
  const { sub, email, email_verified: verified, name, 'cognito:groups': groups } = parsed.data;
  return {
    userId: sub,
    email: email?.trim() || null,
    isEmailVerified: verified === true || verified === 'true',
    name: name?.trim() || null,
    roles: rolesIn(groups),
  };
}

/**
 * From `merchant`, `finance,operator`, `[finance operator]` …. A person in no group is a merchant; one in unknown
 * groups only has no role.
 */
function rolesIn(groups: string | readonly string[] | undefined): Role[] {
  const names = [groups ?? []].flat().flatMap((group) => group.split(/[^\w-]+/).filter((name) => name !== ''));
  return names.length === 0 ? ['merchant'] : ROLES.filter((role) => names.includes(role));
}

const MAX_WHO_CHARACTERS = 100;

/**
 * How the history names the person: by a verified e-mail address, else by the id, since anyone can claim an address.
 */
export function whoOf({ userId, email, isEmailVerified }: Person): string {
  if (email === null || !isEmailVerified || email.length > MAX_WHO_CHARACTERS || holdsSecret(email)) return userId;
  return email;
}

const MAX_NAME_CHARACTERS = 100;

/** What a new account is called, until people agree on something better. */
export function accountNameOf({ userId, email, name }: Person): string {
  const typed = name ?? email ?? '';
  const plain = oneLine(typed);
  // The history refuses what resembles a key, and people choose their own names.
  return isBlank(typed) || holdsSecret(plain) ? userId : [...plain].slice(0, MAX_NAME_CHARACTERS).join('');
}
