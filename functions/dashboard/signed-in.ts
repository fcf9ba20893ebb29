import * as z from 'zod/mini';
import { LANGUAGES } from '../merchants/accounts/merchant.ts';
import { holdsSecret } from '../merchants/history/change.ts';
import { isBlank, oneLine } from '../runtime/visible-text.ts';
import { type DashboardCaller, ROLES, type Role } from './caller.ts';

/** `language`: that of the page. */
export const meInput = z.object({ language: z.optional(z.enum(LANGUAGES)) });

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

/**
 * Who signed in, by the ID token; API Gateway has verified it and passes its claims. Undefined where nobody has: no
 * claims, none that name a person, or those of an access token.
 */
export function signedIn(authorizer: unknown): DashboardCaller | undefined {
  const parsed = claims.safeParse((authorizer as { claims?: unknown } | null | undefined)?.claims);
  if (!parsed.success || (parsed.data.token_use ?? 'id') !== 'id') return undefined;
  const { sub: userId, email_verified: verified, 'cognito:groups': groups, ...own } = parsed.data;
  const email = own.email?.trim() || null;
  const isVerified = verified === true || verified === 'true';
  return {
    ...{ userId, email, isEmailVerified: isVerified, name: own.name?.trim() || null, roles: rolesIn(groups) },
    who: isVerified && email !== null && isKept(email) ? email : userId,
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

/** Whether the history may name a person by this address. */
function isKept(email: string): boolean {
  return email.length <= MAX_WHO_CHARACTERS && !holdsSecret(email);
}

const MAX_NAME_CHARACTERS = 100;

/** What a new account is called, until people agree on something better. */
export function accountNameOf({ userId, email, name }: DashboardCaller): string {
  const typed = name ?? email ?? '';
  const plain = oneLine(typed);
  // The history refuses what resembles a key, and people choose their own names.
  return isBlank(typed) || holdsSecret(plain) ? userId : [...plain].slice(0, MAX_NAME_CHARACTERS).join('');
}
