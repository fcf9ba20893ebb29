import type { Merchants } from '../merchants/accounts/merchants.table.ts';
import type { Me } from './api.ts';
import { type DashboardCaller, notFound } from './caller.ts';
import type { Person } from './signed-in.ts';

/** Who is signed in, what they may do, and whose account it is. */
export function me({ merchants }: { merchants: Pick<Merchants, 'read'> }) {
  return async ({ email }: Person, { userId, roles, merchantId }: DashboardCaller): Promise<Me> => {
    const account = merchantId === undefined ? null : await merchants.read(merchantId);
    if (account === undefined) throw notFound('merchant');
    return {
      userId,
      email,
      roles: [...roles],
      merchant: account && { merchantId: account.merchantId, name: account.name, status: account.accountStatus },
    };
  };
}
