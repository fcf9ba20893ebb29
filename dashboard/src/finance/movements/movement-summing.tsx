import type { MovementRow } from '../../../../functions/dashboard/finance/movements/movement-row.ts';
import { type Balance, balanceOf, balanceOfLines } from '../../../../functions/finance/totals/totals.ts';
import type { Summing } from '../../lists/export/export-modal.tsx';
import { BalanceText } from '../totals/balance-text.tsx';

/** The balance of movements. */
export const MOVEMENT_SUMMING: Summing<MovementRow, Balance> = {
  none: balanceOfLines([]),
  add: (balance, rows) => rows.reduce(addMovement, balance),
  textOf: (balance) => <BalanceText balance={balance} />,
};

const NAMES = { payment: 'received', other: 'other', returned: 'returned' } as const;

function addMovement(balance: Balance, row: MovementRow): Balance {
  const name = NAMES[row.kind];
  const { count, cents } = balance[name];
  return {
    ...balance,
    [name]: { count: count + 1, cents: cents + (row.cents ?? 0) },
    unreadable: balance.unreadable + (row.cents === null ? 1 : 0),
    balanceCents: balance.balanceCents + balanceOf(row),
  };
}
