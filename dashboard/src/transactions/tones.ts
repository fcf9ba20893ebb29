import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { TransactionRow } from '../../../functions/dashboard/transactions/transactions-row.ts';

/** How the status of a transaction is marked. */
export const STATUS_TONES = {
  pending: 'pending',
  paid: 'success',
  failed: 'error',
  cancelled: 'stopped',
} satisfies Record<TransactionRow['status'], StatusIndicatorProps.Type>;

/** How the state of a delivery is marked. */
export const DELIVERY_TONES = {
  pending: 'in-progress',
  delivered: 'success',
  not_delivered: 'error',
  skipped: 'warning',
  superseded: 'stopped',
} satisfies Record<NonNullable<TransactionRow['delivery']>['state'], StatusIndicatorProps.Type>;
