import * as z from 'zod/mini';
import { statusChange } from '../../merchants/accounts/account-changes.ts';
import type { Company } from '../../merchants/accounts/company.ts';
import type { AccountStatus } from '../../merchants/accounts/merchant.ts';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import type { HistoryAction } from '../../merchants/history/change.ts';
import type { historyIn } from '../../merchants/history/history.table.ts';
import { changeAccount } from '../../merchants/history/recorded-change.ts';
import type { Clock } from '../../runtime/clock.ts';
import { byCaller, readableMerchant } from '../account-rules.ts';
import { type DashboardCaller, notFound } from '../caller.ts';
import { type Problem, type Refused, refused } from '../problem.ts';
import { type AuditRow, auditRow } from './history.ts';
import { type MerchantInput, whyInput } from './history-input.ts';

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
  audit: ReturnType<typeof historyIn>;
  clock: Clock;
}

export type AccountStatusOutcome = { kind: 'changed' | 'unchanged'; status: AccountStatus } | Refused;

/**
 * An operator approves, refuses, suspends or reinstates an account, with a reason. The next API call is judged by it
 * (decision D19), with the old key of a rotation too; payments under way settle all the same (decision D12).
 */
export function decideOnAccount({ merchants, clock }: Omit<AccountStatusDependencies, 'audit'>) {
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

/** What is decided of an account, and what the decision is made by. */
export interface AccountHistory {
  status: AccountStatus;
  /** Null until the merchant gives it. */
  company: Company | null;
  history: AuditRow[];
  isComplete: boolean;
}

const SHOWN: readonly HistoryAction[] = ['account.created', 'account.company', 'account.status'];

// An account has few of these changes; they are searched in so many of the newest changes.
const MAX_SCANNED = 1_000;
const PAGE = 100;

/**
 * The decisions on an account and the changes of its company, the newest first, out of its audit; its creation last.
 */
export function accountHistory({ merchants, audit }: Omit<AccountStatusDependencies, 'clock'>) {
  return async ({ merchantId: named }: MerchantInput, caller: DashboardCaller): Promise<AccountHistory> => {
    const merchant = await merchants.read(readableMerchant(caller, named));
    if (!merchant) throw notFound('merchant');
    const history: AuditRow[] = [];
    let next: number | null = merchant.changes + 1;
    for (let scanned = 0; next !== null && scanned < MAX_SCANNED; scanned += PAGE) {
      const page = await audit(merchant, { before: next, limit: PAGE });
      history.push(...page.entries.filter(({ action }) => SHOWN.includes(action)).map(auditRow));
      next = page.next;
    }
    const { accountStatus: status, company = null } = merchant;
    return { status, company, history, isComplete: next === null };
  };
}

function notPossible(status: AccountStatus): Problem {
  return { code: 'account-status', status, possible: DECISIONS[status] };
}
