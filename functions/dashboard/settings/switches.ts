import type { Merchant } from '../../merchants/accounts/merchant.ts';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import type { By } from '../../merchants/history/change.ts';
import type { MerchantChange } from '../../merchants/history/recorded-change.table.ts';
import { changeAccount } from '../../merchants/history/recorded-change.ts';
import type { Clock } from '../../runtime/clock.ts';
import { byCaller, ownMerchant } from '../account-rules.ts';
import { type DashboardCaller, notFound } from '../caller.ts';
import type { ToggleInput } from './webhook-settings.ts';

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
export function switchAccount(
  { merchants, clock }: { merchants: Pick<Merchants, 'read' | 'change'>; clock: Clock },
  changeOf: (seen: Merchant, isOn: boolean, by: By, at: number) => MerchantChange | undefined,
) {
  return async ({ enabled }: ToggleInput, caller: DashboardCaller): Promise<{ kind: 'saved' }> => {
    const outcome = await changeAccount(merchants, ownMerchant(caller), (seen) => {
      const change = changeOf(seen, enabled, byCaller(caller), clock());
      return { outcome: { kind: 'saved' } as const, ...(change && { change }) };
    });
    if (!outcome) throw notFound('merchant');
    return outcome;
  };
}
