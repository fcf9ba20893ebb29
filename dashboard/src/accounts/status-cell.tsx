import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';
import { useText } from '../i18n/language.ts';

const TONES: Record<AccountStatus, StatusIndicatorProps.Type> = {
  pending: 'pending',
  active: 'success',
  suspended: 'warning',
  refused: 'error',
};

export function AccountStatusCell({ status }: { status: AccountStatus }) {
  const text = useText('accounts');
  return <StatusIndicator type={TONES[status]}>{text.status[status]}</StatusIndicator>;
}
