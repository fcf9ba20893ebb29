import type { Merchant } from '../../merchants/accounts/merchant.ts';
import type { By } from '../../merchants/history/change.ts';
import type { MerchantChange } from '../../merchants/history/recorded-change.table.ts';
import { type ChangeDependencies, saveSetting } from '../account-rules.ts';
import type { DashboardCaller } from '../caller.ts';

/** The morning mail, as the page shows it. */
export interface MailSettings {
  /** Null until someone with a verified address has signed in. */
  address: string | null;
  enabled: boolean;
  /** By the Lisbon day that it was about. */
  last: { day: string; text: string; hasFailed?: true | undefined } | null;
}

export function mailSettings({ mail, mailOff, lastMail }: Merchant): MailSettings {
  return { address: mail?.address ?? null, enabled: mailOff !== true, last: lastMail ?? null };
}

/** A switch of the account, by its change, which may use the verified address of the caller. */
export function switchAccount(
  dependencies: ChangeDependencies,
  changeOf: (seen: Merchant, isOn: boolean, by: By, at: number, address?: string) => MerchantChange | undefined,
) {
  return ({ enabled }: { enabled: boolean }, caller: DashboardCaller) => {
    const address = (caller.isEmailVerified && caller.email) || undefined;
    const change = saveSetting<boolean>(dependencies, (seen, isOn, by, at) => changeOf(seen, isOn, by, at, address));
    return change(enabled, caller);
  };
}
