import type { Merchant } from '../merchants/accounts/merchant.ts';
import type { Merchants } from '../merchants/accounts/merchants.table.ts';
import type { By } from '../merchants/history/change.ts';
import type { MerchantChange } from '../merchants/history/recorded-change.table.ts';
import { changeAccount, type Decision } from '../merchants/history/recorded-change.ts';
import type { ReadKeyring } from '../merchants/keys/keyring.ts';
import type { Clock } from '../runtime/clock.ts';
import { type DashboardCaller, nameOf, notFound, ownMerchant, readableMerchant } from './caller.ts';

/** The account that the caller reads (`readableMerchant`). */
export async function readableAccount(
  { read }: Pick<Merchants, 'read'>,
  caller: DashboardCaller,
  named: string | undefined,
): Promise<Merchant> {
  return known(await read(readableMerchant(caller, named)));
}

export type ChangedMerchants = Parameters<typeof changeAccount>[0];

/** Makes a change of the caller's own account, decided on the state that it replaces. */
export async function changeOwn<Outcome>(
  merchants: ChangedMerchants,
  caller: DashboardCaller,
  decide: (seen: Merchant) => Decision<Outcome> | Promise<Decision<Outcome>>,
): Promise<Outcome> {
  return known(await changeAccount(merchants, ownMerchant(caller), decide));
}

export interface ChangeDependencies {
  merchants: ChangedMerchants;
  clock: Clock;
}

/** What opens a sealed copy, and records first that it was shown. */
export interface RevealDependencies extends ChangeDependencies {
  keyring: ReadKeyring;
}

/** Saves a setting of the caller's own account, by its change: undefined when it is set already. */
export function saveSetting<Value>(
  { merchants, clock }: ChangeDependencies,
  changeOf: (seen: Merchant, value: Value, by: By, at: number) => MerchantChange | undefined,
) {
  return (value: Value, caller: DashboardCaller) =>
    changeOwn(merchants, caller, (seen) => {
      const change = changeOf(seen, value, byCaller(caller), clock());
      return { outcome: { kind: 'saved' as const }, ...(change && { change }) };
    });
}

/** How the history names the caller. */
export function byCaller(caller: DashboardCaller, why?: string): By {
  return { who: nameOf(caller), ...(why !== undefined && { why }) };
}

export function known<Found>(found: Found | undefined): Found {
  if (found === undefined) throw notFound('merchant');
  return found;
}
