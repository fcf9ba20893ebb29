import type { Merchant } from '../../merchants/accounts/merchant.ts';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { readableMerchant } from '../account-rules.ts';
import type { Account, AccountRow } from '../api.ts';
import { type DashboardCaller, notFound } from '../caller.ts';
import { mailSettings } from '../settings/switches.ts';
import type { MerchantInput } from './history-input.ts';

/** An account as its own page shows it. A merchant sees its own; finance and operators any. */
export function readAccount({ merchants }: { merchants: Pick<Merchants, 'read'> }) {
  return async ({ merchantId: named }: MerchantInput, caller: DashboardCaller): Promise<Account> => {
    const merchant = await merchants.read(readableMerchant(caller, named));
    if (!merchant) throw notFound('merchant');
    return { ...accountRow(merchant), company: merchant.company ?? null, mail: mailSettings(merchant) };
  };
}

export function accountRow(merchant: Merchant): AccountRow {
  const { merchantId, name, accountStatus, bankAccount, createdAt, webhookUrl = null, webhookEnabled } = merchant;
  const company = merchant.company ? { name: merchant.company.name, nif: merchant.company.nif } : null;
  const row = { merchantId, name, company, status: accountStatus, bankAccount, createdAt: isoTime(createdAt) };
  return { ...row, webhookUrl, webhookEnabled };
}
