import type { OpenMerchant } from '../../functions/merchants/accounts/accounts.ts';
import type { Target } from '../operator/target.ts';

export const DEMO_MERCHANT_NAME = 'Demo merchant';

/** The demo merchant, made on first start and found again later. */
export async function demoMerchant({ accounts, defaultBankAccount }: Target): Promise<OpenMerchant> {
  const found = (await accounts.list()).find(({ name }) => name === DEMO_MERCHANT_NAME);
  return found ?? accounts.create({ name: DEMO_MERCHANT_NAME, status: 'active', bankAccount: defaultBankAccount });
}
