import { createHash } from 'node:crypto';

/** A user that exists from the start. */
export interface SeededUser {
  email: string;
  name: string;
  groups: string[];
}

/** The `sub` of a user: a UUID (version 8) derived from the e-mail, so that no user is stored. */
export function subjectOf(email: string): string {
  const hex = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** The user's claims, as Cognito's ID token has them. A user who signed up has neither name nor group. */
export function claimsOf(email: string, seeded: readonly SeededUser[]): Record<string, unknown> {
  const sub = subjectOf(email);
  const { name, groups } = seeded.find((user) => user.email === email) ?? {};
  return {
    sub,
    email,
    email_verified: true,
    'cognito:username': sub,
    ...(name && { name }),
    ...(groups && { 'cognito:groups': groups }),
  };
}
