import { linkUser } from '../../functions/dashboard/users.table.ts';
import type { SignInOptions } from '../local/host.ts';
import { subjectOf } from '../local/issuer/users.ts';
import type { Target } from '../operator/target.ts';

/** One for each role. Whoever signs up on the sign-in page becomes a merchant of their own. */
export const DEMO_USERS = [
  { email: 'merchant@demo.example', name: 'Demo merchant', groups: ['merchant'] },
  { email: 'finance@demo.example', name: 'Demo finance', groups: ['finance'] },
  { email: 'operator@demo.example', name: 'Demo operator', groups: ['operator'] },
] as const satisfies SignInOptions['users'][number][];

/** Makes the demo merchant's account that of the first demo user, at every start anew. */
export async function linkDemoMerchant(
  { client, outputs, clock }: Pick<Target, 'client' | 'clock'> & { outputs: { MerchantsTable: string } },
  merchantId: string,
): Promise<void> {
  const userId = subjectOf(DEMO_USERS[0].email);
  await linkUser(client, outputs.MerchantsTable, { userId, merchantId, linkedAt: clock() });
}
