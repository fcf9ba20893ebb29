import type { Company } from '../../merchants/accounts/company.ts';
import type { AccountStatus, Merchant } from '../../merchants/accounts/merchant.ts';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { readableAccount } from '../account-rules.ts';
import type { DashboardCaller } from '../caller.ts';
import type { MerchantInput } from '../inputs.ts';
import { type MailSettings, mailSettings } from '../settings/switches.ts';

export interface AccountRow {
  merchantId: string;
  name: string;
  /** Null until the merchant gives it. */
  company: Pick<Company, 'name' | 'nif'> | null;
  status: AccountStatus;
  bankAccount: string;
  createdAt: string;
  webhookUrl: string | null;
  webhookEnabled: boolean;
}

/** With the company's contact. */
export type Account = Omit<AccountRow, 'company'> & { company: Company | null; mail: MailSettings };

/** An account as its own page shows it. A merchant sees its own; finance and operators any. */
export function readAccount({ merchants }: { merchants: Pick<Merchants, 'read'> }) {
  return async ({ merchantId }: MerchantInput, caller: DashboardCaller): Promise<Account> => {
    const merchant = await readableAccount(merchants, caller, merchantId);
    return { ...accountRow(merchant), company: merchant.company ?? null, mail: mailSettings(merchant) };
  };
}

export function accountRow(merchant: Merchant): AccountRow {
  const { merchantId, name, accountStatus, bankAccount, createdAt, webhookUrl = null, webhookEnabled } = merchant;
  const row = { merchantId, name, status: accountStatus, bankAccount, createdAt: isoTime(createdAt) };
  return { ...row, company: companyRow(merchant), webhookUrl, webhookEnabled };
}

export function companyRow({ company }: Pick<Merchant, 'company'>): AccountRow['company'] {
  return company ? { name: company.name, nif: company.nif } : null;
}
