import type * as z from 'zod/mini';
import { isOvertaken } from '../dynamo/conditional-write.ts';
import { retryOvertaken } from '../dynamo/retry-overtaken.ts';
import { accounts } from '../merchants/accounts/accounts.ts';
import type { Merchants } from '../merchants/accounts/merchants.table.ts';
import type { ReadKeyring } from '../merchants/keys/keyring.ts';
import type { Clock } from '../runtime/clock.ts';
import { type AccountRow, companyRow } from './accounts/account.ts';
import { type DashboardCaller, hasRole, nameOf, notFound, type Role } from './caller.ts';
import { accountNameOf, type meInput } from './signed-in.ts';
import { userItem } from './user.ts';
import type { Users } from './users.table.ts';

/** Who is signed in. `merchant` is null for staff without an account of their own. */
export interface Me {
  userId: string;
  email: string | null;
  roles: Role[];
  merchant: Pick<AccountRow, 'merchantId' | 'name' | 'status' | 'company'> | null;
}

export interface FirstCallDependencies {
  users: Users;
  merchants: Merchants;
  keyring: ReadKeyring;
  /** The bank account of new merchants: the stage's. */
  bankAccount: string;
  clock: Clock;
}

/**
 * Who is signed in, what they may do, and whose account it is: of a new merchant one that this call makes. The account
 * stores the first verified address and its language, for its mail.
 */
export function me(dependencies: FirstCallDependencies) {
  return async ({ language }: z.infer<typeof meInput>, caller: DashboardCaller): Promise<Me> => {
    const { userId, roles, email = null } = caller;
    const isMerchant = hasRole(caller, 'merchant');
    const merchantId = caller.merchantId ?? (isMerchant ? await accountOf(dependencies, caller) : undefined);
    const account = merchantId === undefined ? null : await dependencies.merchants.read(merchantId);
    if (account === undefined) throw notFound('merchant');
    if (account && language && caller.isEmailVerified && email !== null) {
      const { mail } = account;
      const isNew = mail === undefined || (mail.address === email && mail.language !== language);
      if (isNew) await dependencies.merchants.replace(account, { mail: { address: email, language } });
    }
    const merchant = account && {
      merchantId: account.merchantId,
      name: account.name,
      status: account.accountStatus,
      company: companyRow(account),
    };
    return { userId, email, roles: [...roles], merchant };
  };
}

/**
 * The account of a person with the role merchant: the linked one, or on the first call a new one, `pending` until an
 * operator decides. One transaction creates account and link, so that concurrent first calls create only one.
 */
function accountOf(
  { users, bankAccount, ...dependencies }: FirstCallDependencies,
  caller: DashboardCaller,
): Promise<string> {
  const { userId } = caller;
  const { create } = accounts(dependencies);
  return retryOvertaken('first call: the account', async () => {
    const linked = await users.merchantOf(userId);
    if (linked !== undefined) return linked;
    const account = { name: accountNameOf(caller), status: 'pending', bankAccount } as const;
    try {
      const made = await create(account, { who: nameOf(caller) }, ({ merchantId, createdAt: linkedAt }) => [
        userItem({ userId, merchantId, linkedAt }),
      ]);
      return made.merchantId;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      return undefined;
    }
  });
}
