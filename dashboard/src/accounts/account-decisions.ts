import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';

/** The name of a decision about an account in a status. */
export function decisionName(from: AccountStatus, to: AccountStatus) {
  if (to === 'active') return from === 'suspended' ? 'reinstate' : 'approve';
  return to === 'suspended' ? 'suspend' : 'refuse';
}

/** How each status is drawn. */
export const ACCOUNT_TONES: Record<AccountStatus, StatusIndicatorProps.Type> = {
  pending: 'pending',
  active: 'success',
  suspended: 'warning',
  refused: 'error',
};
