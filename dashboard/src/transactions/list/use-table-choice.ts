import { useCallback, useState } from 'react';
import { COLUMNS, type ColumnId } from './transaction-columns.tsx';

/** How a person wants the table of transactions. */
export interface TableChoice {
  wrapLines: boolean;
  isDense: boolean;
  /** Every column, in order. */
  display: { id: ColumnId; visible: boolean }[];
}

const KEPT_AS = 'payment-service.transactions-table';

/** What fits beside each other on a laptop. Staff also see the merchant, and of the times that of the search. */
function usualChoice(isStaff: boolean): TableChoice {
  const hidden: readonly ColumnId[] = isStaff ? ['created', 'paid', 'recorded', 'id'] : ['recorded', 'id'];
  return { wrapLines: true, isDense: false, display: COLUMNS.map((id) => ({ id, visible: !hidden.includes(id) })) };
}

/** The choice, kept in this browser. A column that it does not know yet, after an update, comes last. */
export function useTableChoice(isStaff: boolean): [TableChoice, (choice: TableChoice) => void] {
  const [choice, setChoice] = useState(() => storedChoice(usualChoice(isStaff)));
  const choose = useCallback((next: TableChoice) => {
    setChoice(next);
    try {
      localStorage.setItem(KEPT_AS, JSON.stringify(next));
    } catch {
      // A browser that keeps nothing shows it so until it is closed.
    }
  }, []);
  return [choice, choose];
}

function storedChoice(usual: TableChoice): TableChoice {
  try {
    const { wrapLines, isDense, display } = JSON.parse(localStorage.getItem(KEPT_AS) ?? '') as TableChoice;
    const known = display.filter(({ id }) => COLUMNS.includes(id));
    const added = usual.display.filter(({ id }) => !known.some((column) => column.id === id));
    return { wrapLines: wrapLines === true, isDense: isDense === true, display: [...known, ...added] };
  } catch {
    return usual;
  }
}
