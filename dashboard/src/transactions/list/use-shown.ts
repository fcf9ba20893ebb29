import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { queryOf, type Search } from './search.ts';

interface Opened {
  /** The entry before this one in the browser's history is the list alone. */
  isOverList?: boolean;
}

export interface Shown {
  /** Of the transaction in the panel; null where there is none. */
  transactionId: string | null;
  show: (transactionId: string) => void;
  close: () => void;
}

/** The transaction shown in the panel, from the URL: `show=tx_…`. One step back closes it, even after several. */
export function useShown(search: Search): Shown {
  const [, navigate] = useLocation();
  const transactionId = new URLSearchParams(useSearch()).get('show') || null;
  const isOverList = useHistoryState<Opened | null>()?.isOverList === true;
  const path = `/transactions?${queryOf(search)}`;
  const isShown = transactionId !== null;
  return {
    transactionId,
    show: (id) => {
      const state: Opened = { isOverList: isOverList || !isShown };
      navigate(`${path}&show=${encodeURIComponent(id)}`, { replace: isShown, state });
    },
    close: () => {
      if (isOverList) history.back();
      else navigate(path, { replace: true });
    },
  };
}
