import { useCallback, useState } from 'react';
import { COLUMNS, type ColumnId } from './transaction-columns.tsx';

/** How a person wants the table of transactions. */
export interface TableChoice {
  wrapLines: boolean;
  isDense: boolean;
  /** Every column, in order. */
  display: { id: ColumnId; visible: boolean }[];
}

const STORAGE_KEY = 'payment-service.transactions-table';

/** What fits beside each other on a laptop. Staff also see the merchant, and of the times that of the search. */
function usualChoice(isStaff: boolean): TableChoice {
  const hidden: readonly ColumnId[] = isStaff ? ['created', 'paid', 'recorded', 'id'] : ['recorded', 'id'];
  return { wrapLines: true, isDense: false, display: COLUMNS.map((id) => ({ id, visible: !hidden.includes(id) })) };
}

/** The choice, stored in this browser. A column that an update added comes last. */
export function useTableChoice(isStaff: boolean): [TableChoice, (choice: TableChoice) => void] {
  const [choice, setChoice] = useState(() => storedChoice(usualChoice(isStaff)));
  const choose = useCallback((next: TableChoice) => {
    setChoice(next);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
  }, []);
  return [choice, choose];
}

function storedChoice(usual: TableChoice): TableChoice {
  try {
    const { wrapLines, isDense, display } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '') as TableChoice;
    const known = display.filter(({ id }) => COLUMNS.includes(id));
    const added = usual.display.filter(({ id }) => !known.some((column) => column.id === id));
    return { wrapLines: wrapLines === true, isDense: isDense === true, display: [...known, ...added] };
  } catch {
    return usual;
  }
}
