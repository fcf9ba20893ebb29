import type { MovementRow } from '../../../../functions/dashboard/finance/movements/movement-row.ts';
import { balanceOfLines, totalsOfMovements } from '../../../../functions/finance/totals/totals.ts';
import type { MovementKind } from '../../../../functions/payments/money/movement.ts';
import { useWords } from '../../i18n/language.ts';
import { ExportModal } from '../../lists/export/export-modal.tsx';
import { useWholeList } from '../../lists/export/use-whole-list.ts';
import type { Days } from '../../period/days.ts';
import { BalanceText } from '../totals/balance-text.tsx';
import { movementsCsv } from './movements-csv.ts';
import { movementWords } from './words.ts';

/** Lisbon days, and the merchant and the kind where one was chosen. */
export interface MovementsInput extends Days {
  merchantId?: string;
  kind?: MovementKind;
}

interface MovementsExportProps {
  input: MovementsInput;
  /** What the file leaves aside. */
  filters?: string;
  onClose: () => void;
}

/** The file of a period's movements, with their balance. */
export function MovementsExport({ input, ...modal }: MovementsExportProps) {
  const text = useWords(movementWords);
  const list = useWholeList('POST /me/movements/search', input, input);
  const sumsOf = (rows: readonly MovementRow[]) => (
    <BalanceText balance={balanceOfLines(totalsOfMovements(rows, Infinity).movements)} />
  );
  return (
    <ExportModal
      list={list}
      csvOf={movementsCsv}
      sumsOf={sumsOf}
      name="movements"
      days={input}
      by={text.period}
      what={text.file.what}
      {...modal}
    />
  );
}
