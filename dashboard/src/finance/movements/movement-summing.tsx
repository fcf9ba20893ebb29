import type { MovementRow } from '../../../../functions/dashboard/finance/movements/movement-row.ts';
import { balanceOfLines, type MovementLine, totalsOfMovements } from '../../../../functions/finance/totals/totals.ts';
import type { Summing } from '../../lists/export/export-modal.tsx';
import { BalanceText } from '../totals/balance-text.tsx';

/** The balance of movements, by the rule of the totals. */
export const MOVEMENT_SUMMING: Summing<MovementRow, readonly MovementLine[]> = {
  none: [],
  add: (lines, rows) => [...lines, ...totalsOfMovements(rows, Infinity).movements],
  textOf: (lines) => <BalanceText balance={balanceOfLines(lines)} />,
};
