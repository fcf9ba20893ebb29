import type { Merchant } from '../../merchants/accounts/merchant.ts';
import { type AccountChange, type ChangeDependencies, saveSetting } from '../account-rules.ts';

/** The morning mail, as the page shows it. */
export interface MailSettings {
  /** Null until someone with a verified address has signed in. */
  address: string | null;
  enabled: boolean;
  /** By the Lisbon day that it was about. */
  last: { day: string; text: string } | null;
}

export function mailSettings({ mail, mailOff, lastMail }: Merchant): MailSettings {
  return { address: mail?.address ?? null, enabled: mailOff !== true, last: lastMail ?? null };
}

/** A switch of the account, by its change. */
export function switchAccount(dependencies: ChangeDependencies, changeOf: AccountChange<boolean>) {
  const change: AccountChange<{ enabled: boolean }> = (seen, { enabled }, by, at) => changeOf(seen, enabled, by, at);
  return saveSetting(dependencies, change);
}
