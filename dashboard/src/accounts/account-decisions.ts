import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';

export type Decision = Exclude<AccountStatus, 'pending'>;

/** What an operator may decide about an account, by button. The server's table is in `account-status.ts`. */
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

/** How each status is drawn. */
export const ACCOUNT_TONES: Record<AccountStatus, StatusIndicatorProps.Type> = {
  pending: 'pending',
  active: 'success',
  suspended: 'warning',
  refused: 'error',
};
