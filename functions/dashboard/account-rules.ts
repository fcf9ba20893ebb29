import { Refusal } from '../http/refusal.ts';
import type { By } from '../merchants/history/change.ts';
import { type DashboardCaller, hasRole, isStaff, mayRead, nameOf, notFound } from './caller.ts';

/**
 * The account that the caller changes: always its own, whatever the request names. Keys, webhooks and whatever else is
 * the merchant's own to set nobody sets in its name.
 */
export function ownMerchant(caller: DashboardCaller): string {
  if (caller.merchantId === undefined || !hasRole(caller, 'merchant')) throw notFound('merchant');
  return caller.merchantId;
}

/** The account that the caller's reading is about: its own, or for staff the one that is named. */
export function readableMerchant(caller: DashboardCaller, named: string | undefined): string {
  const merchantId = named ?? (hasRole(caller, 'merchant') ? caller.merchantId : undefined);
  if (merchantId === undefined && isStaff(caller))
    throw new Refusal('invalid', 'merchantId is required: name a merchant');
  if (merchantId === undefined || !mayRead(caller, merchantId)) throw notFound('merchant');
  return merchantId;
}

/** How the audit names the caller. */
export function byCaller(caller: DashboardCaller, why?: string): By {
  return { who: nameOf(caller), ...(why !== undefined && { why }) };
}
