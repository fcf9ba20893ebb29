import { Refusal } from '../http/refusal.ts';

/** `merchant`: its own account. `finance`: reads all merchants. `operator`: also decides on accounts. */
export const ROLES = ['merchant', 'finance', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** Who uses the dashboard, by the sign-in and the service's own records, never by the request. */
export interface DashboardCaller {
  /** The issuer's own id of the person. */
  userId: string;
  /** How histories name the person, where not by that id: a verified e-mail address. */
  who?: string;
  roles: readonly Role[];
  /** Whose account it is, for a person with the role `merchant`. */
  merchantId?: string;
  /** As the token has them: anyone can claim them. */
  email?: string | null;
  isEmailVerified?: boolean;
  name?: string | null;
}

/** Of whom a caller may read: one merchant, or (`null`) every one. */
export type Scope = { merchantId: string | null };

export function hasRole({ roles }: Pick<DashboardCaller, 'roles'>, ...wanted: Role[]): boolean {
  return wanted.some((role) => roles.includes(role));
}

/** How histories name the caller. */
export function nameOf({ userId, who }: Pick<DashboardCaller, 'userId' | 'who'>): string {
  return who ?? userId;
}

/** Finance and operators: they see every merchant, and the notes that people leave for each other. */
export function isStaff(caller: DashboardCaller): boolean {
  return hasRole(caller, 'finance', 'operator');
}

/** Whose account the caller may change; undefined for staff, and for a merchant before its first call. */
export function ownMerchantId(caller: DashboardCaller): string | undefined {
  return hasRole(caller, 'merchant') ? caller.merchantId : undefined;
}

export function mayRead(caller: DashboardCaller, merchantId: string): boolean {
  return isStaff(caller) || ownMerchantId(caller) === merchantId;
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
  return { merchantId: isStaff(caller) ? null : ownMerchant(caller) };
}

/**
 * The account that the caller changes: always its own, whatever the request names. Keys, webhooks and whatever else is
 * the merchant's own to set nobody sets in its name.
 */
export function ownMerchant(caller: DashboardCaller): string {
  const merchantId = ownMerchantId(caller);
  if (merchantId === undefined) throw notFound('merchant');
  return merchantId;
}

/** The one account that the caller's reading is about: its own, or for staff the one that is named. */
export function readableMerchant(caller: DashboardCaller, named: string | undefined): string {
  const { merchantId } = scopeOf(caller, named ?? ownMerchantId(caller));
  if (merchantId === null) throw new Refusal('invalid', 'merchantId is required: name a merchant');
  return merchantId;
}

/** One text whether it does not exist or is not the caller's to see. */
export function notFound(what: 'merchant' | 'transaction' | 'exception' | 'day' | 'page'): Refusal {
  return new Refusal('not-found', `${what} not found`);
}
