import { Refusal } from '../http/refusal.ts';

/** `merchant`: its own account. `finance`: reads all merchants. `operator`: also decides on accounts. */
export const ROLES = ['merchant', 'finance', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** Who uses the dashboard, by the sign-in and the service's own records, never by the request. */
export interface DashboardCaller {
  /** The issuer's own id of the person. */
  userId: string;
  /** How audits name the person, where not by that id: a verified e-mail address. */
  who?: string;
  roles: readonly Role[];
  /** Whose account it is, for a person with the role `merchant`. */
  merchantId?: string;
}

/** Of whom a caller may read: one merchant, or (`null`) every one. */
export type Scope = { merchantId: string | null };

export function hasRole({ roles }: Pick<DashboardCaller, 'roles'>, ...wanted: Role[]): boolean {
  return wanted.some((role) => roles.includes(role));
}

/** How audits name the caller. */
export function nameOf({ userId, who }: Pick<DashboardCaller, 'userId' | 'who'>): string {
  return who ?? userId;
}

/** Finance and operators: they see every merchant, and the notes that people leave for each other. */
export function isStaff(caller: DashboardCaller): boolean {
  return hasRole(caller, 'finance', 'operator');
}

export function mayRead(caller: DashboardCaller, merchantId: string): boolean {
  return isStaff(caller) || isOwn(caller, merchantId);
}

/**
 * The scope of a read that may name a merchant. Without a name it is the merchant's own, or everyone's for staff.
 * Another merchant's is refused as one that does not exist, so that nobody learns which ids do (invariant 7).
 */
export function scopeOf(caller: DashboardCaller, merchantId: string | undefined): Scope {
  if (merchantId !== undefined) {
    if (!mayRead(caller, merchantId)) throw notFound('merchant');
    return { merchantId };
  }
  if (isStaff(caller)) return { merchantId: null };
  if (!hasRole(caller, 'merchant') || caller.merchantId === undefined) throw notFound('merchant');
  return { merchantId: caller.merchantId };
}

/** For what only finance and operators read of a list for all: to anyone else there is no such thing. */
export function requireStaff(caller: DashboardCaller): void {
  if (!isStaff(caller)) throw notFound('page');
}

/** One text whether it does not exist or is not the caller's to see. */
export function notFound(what: 'merchant' | 'transaction' | 'exception' | 'day' | 'page'): Refusal {
  return new Refusal('not-found', `${what} not found`);
}

function isOwn(caller: DashboardCaller, merchantId: string): boolean {
  return hasRole(caller, 'merchant') && caller.merchantId !== undefined && caller.merchantId === merchantId;
}
