import * as z from 'zod/mini';
import { statusChange } from '../../merchants/accounts/account-changes.ts';
import { DECISIONS } from '../../merchants/accounts/account-decisions.ts';
import { changeAccount } from '../../merchants/history/recorded-change.ts';
import { byCaller, type ChangeDependencies, known } from '../account-rules.ts';
import type { DashboardCaller } from '../caller.ts';
import { idInput, whyInput } from '../inputs.ts';
import { Refused } from '../refused.ts';

export const accountStatusInput = z.object({
  merchantId: idInput,
  status: z.enum(['active', 'suspended', 'refused'], 'status must be active, suspended or refused'),
  why: whyInput,
});

/**
 * An operator approves, refuses, suspends or reinstates an account, with a reason. The next API call is judged by it
 * (decision D19), with the old key of a rotation too; payments under way settle all the same (decision D12).
 */
export function decideOnAccount({ merchants, clock }: ChangeDependencies) {
  return async ({ merchantId, status, why }: z.infer<typeof accountStatusInput>, caller: DashboardCaller) => {
    const outcome = await changeAccount<'changed' | 'unchanged'>(merchants, merchantId, (seen) => {
      if (seen.accountStatus === status) return { outcome: 'unchanged' };
      const possible = DECISIONS[seen.accountStatus];
      if (!possible.includes(status))
        throw new Refused('status', { code: 'account-status', status: seen.accountStatus, possible });
      return { outcome: 'changed', change: statusChange(seen, status, byCaller(caller, why), clock()) };
    });
    return { kind: known(outcome), status };
  };
}
