import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';

export type Decision = Exclude<AccountStatus, 'pending'>;

/** What an operator may decide of an account, and what the button says; the server's own table is `account-status.ts`. */
export const DECISIONS: Record<
  AccountStatus,
  readonly { to: Decision; name: 'approve' | 'refuse' | 'suspend' | 'reinstate' }[]
> = {
  pending: [
    { to: 'active', name: 'approve' },
    { to: 'refused', name: 'refuse' },
  ],
  active: [{ to: 'suspended', name: 'suspend' }],
  suspended: [{ to: 'active', name: 'reinstate' }],
  refused: [{ to: 'active', name: 'approve' }],
};

/** The status that an audit entry says, where it says one. */
export function statusIn(facts: Record<string, unknown>): AccountStatus | undefined {
  const status = facts.accountStatus ?? facts.status;
  return typeof status === 'string' && status in DECISIONS ? (status as AccountStatus) : undefined;
}
