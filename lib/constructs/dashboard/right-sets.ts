import type { TRANSACTION_INDEXES } from '../../../functions/payments/tables.ts';

/** A resource that a function of the dashboard may have rights on. */
export type Resource =
  | 'merchants'
  | 'merchants/index/byStatus'
  | 'transactions'
  | `transactions/index/${keyof typeof TRANSACTION_INDEXES}`
  | 'rateLimits'
  | 'keyring'
  | 'deliveries';

/** Actions by resource; for a secret `read`, for a queue `send`. */
export type Rights = Partial<Record<Resource, readonly string[]>>;

/** The union of the parts, each action once. */
export function rights(...parts: readonly Rights[]): Rights {
  const together: Partial<Record<Resource, string[]>> = {};
  for (const part of parts) {
    for (const [resource, actions] of Object.entries(part) as [Resource, readonly string[]][]) {
      together[resource] = [...new Set([...(together[resource] ?? []), ...actions])];
    }
  }
  return together;
}

/** Reads the link of the signed-in user to its merchant. */
export const CALLER: Rights = { merchants: ['GetItem'] };
/** Opens and seals secrets. */
export const KEYRING: Rights = { keyring: ['read'] };
/** A change of an account is a transaction of an update and an entry of its history. */
export const CHANGES_ACCOUNT: Rights = { merchants: ['GetItem', 'UpdateItem', 'PutItem'] };
/** Changes an account and its key items. */
export const CHANGES_KEYS: Rights = { merchants: [...(CHANGES_ACCOUNT.merchants ?? []), 'DeleteItem'] };
/** Lists a merchant's undelivered events and reads their transactions. */
export const FINDS_OWN_UNDELIVERED: Rights = {
  transactions: ['BatchGetItem'],
  'transactions/index/undeliveredByMerchant': ['Query'],
};
/** Lists exceptions by their indexes. */
export const SCANS_EXCEPTIONS: Rights = {
  'transactions/index/exceptions': ['Query'],
  'transactions/index/exceptionsByMerchant': ['Query'],
};
/** A resend is an update, and an item that stores the delivery before. */
export const RESENDS: Rights = { transactions: ['GetItem', 'UpdateItem', 'PutItem'], deliveries: ['send'] };
/** Lists the merchants with their names. */
export const NAMES_MERCHANTS: Rights = { 'merchants/index/byStatus': ['Query'] };
