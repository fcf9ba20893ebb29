import { isOvertaken } from '../../../functions/dynamo/conditional-write.ts';
import { retryOvertaken } from '../../../functions/dynamo/retry-overtaken.ts';
import type { OpenMerchant } from '../../../functions/merchants/accounts/accounts.ts';
import { SMOKE_MERCHANT_ID } from '../../../functions/merchants/tables.ts';
import type { Target } from '../target.ts';

/** The account of every smoke test of a stage. The first run creates it; two at once create one. */
export function smokeAccount({
  accounts,
  merchants,
  defaultBankAccount: bankAccount,
}: Pick<Target, 'accounts' | 'merchants' | 'defaultBankAccount'>): Promise<OpenMerchant> {
  const merchantId = SMOKE_MERCHANT_ID;
  return retryOvertaken('the account of the smoke test', async () => {
    if (await merchants.read(merchantId)) return accounts.show(merchantId);
    try {
      return await accounts.create({ merchantId, name: 'Smoke test', status: 'active', bankAccount });
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      return undefined;
    }
  });
}
