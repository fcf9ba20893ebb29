import '../../lists/cells.css';
import { useWords } from '../../i18n/language.ts';
import { type Search, STATUS_FILTERS } from './search.ts';
import { listWords } from './words.ts';

/**
 * One status at a time, or all; the other filters stay. Plain buttons: Cloudscape's `SegmentedControl` would add 2 KB
 * to the first load.
 */
export function StatusTabs({ search, onSearch }: { search: Search; onSearch: (search: Search) => void }) {
  const text = useWords(listWords);
  const tab = (name: string, statuses: Search['statuses']) => (
    <button
      key={name}
      type="button"
      aria-pressed={search.statuses.join() === statuses.join()}
      onClick={() => onSearch({ ...search, statuses })}
    >
      {name}
    </button>
  );
  return (
    <fieldset className="status-tabs" aria-label={text.statusTabs}>
      {tab(text.allStatuses, [])}
      {STATUS_FILTERS.map((status) => tab(text.statusTab[status], [status]))}
    </fieldset>
  );
}
