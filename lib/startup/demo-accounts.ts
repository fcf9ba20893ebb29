import type { OpenMerchant } from '../../functions/merchants/accounts/accounts.ts';
import type { SeededUser } from '../local/host.ts';
import { subjectOf } from '../local/issuer/users.ts';
import type { Target } from '../operator/target.ts';

/** One user for each role. Anyone who signs up on the sign-in page becomes a new merchant. */
export const DEMO_USERS = [
  { email: 'merchant@demo.example', name: 'Demo merchant', groups: ['merchant'] },
  { email: 'finance@demo.example', name: 'Demo finance', groups: ['finance'] },
  { email: 'operator@demo.example', name: 'Demo operator', groups: ['operator'] },
] as const satisfies SeededUser[];

/** Links the first demo user to the demo merchant, at every start. */
export async function linkDemoMerchant({ linkUser }: Pick<Target, 'linkUser'>, merchantId: string): Promise<void> {
  await linkUser(subjectOf(DEMO_USERS[0].email), merchantId);
}

export const DEMO_MERCHANT_NAME = 'Demo merchant';

/** The demo merchant, created at the first start and found by its name at later ones. */
export async function demoMerchant({ accounts, defaultBankAccount }: Target): Promise<OpenMerchant> {
  const found = (await accounts.list()).find(({ name }) => name === DEMO_MERCHANT_NAME);
  return found ?? accounts.create({ name: DEMO_MERCHANT_NAME, status: 'active', bankAccount: defaultBankAccount });
}
