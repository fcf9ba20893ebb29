import * as z from 'zod/mini';
import { statusChange } from '../../merchants/accounts/account-changes.ts';
import type { AccountStatus } from '../../merchants/accounts/merchant.ts';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import { changeAccount } from '../../merchants/history/recorded-change.ts';
import type { Clock } from '../../runtime/clock.ts';
import { byCaller } from '../account-rules.ts';
import { type DashboardCaller, notFound } from '../caller.ts';
import { type Problem, type Refused, refused } from '../problem.ts';
import { whyInput } from './history-input.ts';

/** What may be decided of an account in each status; back to `pending` leads nothing. */
const DECISIONS: Record<AccountStatus, readonly AccountStatus[]> = {
  pending: ['active', 'refused'],
  active: ['suspended'],
  suspended: ['active'],
  refused: ['active'],
};

export const accountStatusInput = z.object({
  merchantId: z.string('merchantId is required').check(z.maxLength(64)),
  status: z.enum(['active', 'suspended', 'refused'], 'status must be active, suspended or refused'),
  why: whyInput,
});
export type AccountStatusInput = z.infer<typeof accountStatusInput>;

export interface AccountStatusDependencies {
  merchants: Pick<Merchants, 'read' | 'change'>;
  clock: Clock;
}

export type AccountStatusOutcome = { kind: 'changed' | 'unchanged'; status: AccountStatus } | Refused;

/**
 * An operator approves, refuses, suspends or reinstates an account, with a reason. The next API call is judged by it
 * (decision D19), with the old key of a rotation too; payments under way settle all the same (decision D12).
 */
export function decideOnAccount({ merchants, clock }: AccountStatusDependencies) {
  return async (
    { merchantId, status, why }: AccountStatusInput,
    caller: DashboardCaller,
  ): Promise<AccountStatusOutcome> => {
    const outcome = await changeAccount<AccountStatusOutcome>(merchants, merchantId, (seen) => {
      if (seen.accountStatus === status) return { outcome: { kind: 'unchanged', status } };
      if (!DECISIONS[seen.accountStatus].includes(status))
        return { outcome: refused('status', notPossible(seen.accountStatus)) };
      const change = statusChange(seen, status, byCaller(caller, why), clock());
      return { outcome: { kind: 'changed', status }, change };
    });
    if (!outcome) throw notFound('merchant');
    return outcome;
  };
}

function notPossible(status: AccountStatus): Problem {
  return { code: 'account-status', status, possible: DECISIONS[status] };
}
