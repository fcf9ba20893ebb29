import type { AccountStatus } from './merchant.ts';

export type Decided = Exclude<AccountStatus, 'pending'>;

/** What may be decided of an account in each status; back to `pending` leads nothing. */
export const DECISIONS: Record<AccountStatus, readonly Decided[]> = {
  pending: ['active', 'refused'],
  active: ['suspended'],
  suspended: ['active'],
  refused: ['active'],
};
