import '../../lists/cells.css';
import { useWords } from '../../i18n/language.ts';
import { STATUS_FILTERS } from './list-request.ts';
import { listWords } from './words.ts';

interface StatusTabsProps {
  /** Empty: all. */
  status: string;
  onChange: (status: string) => void;
}

/**
 * One status at a time, or all; the other filters stay. Plain buttons: Cloudscape's `SegmentedControl` would add 2 KB
 * to the first load.
 */
export function StatusTabs({ status, onChange }: StatusTabsProps) {
  const text = useWords(listWords);
  const tab = (name: string, value: string) => (
    <button key={name} type="button" aria-pressed={status === value} onClick={() => onChange(value)}>
      {name}
    </button>
  );
  return (
    <fieldset className="status-tabs" aria-label={text.statusTabs}>
      {tab(text.allStatuses, '')}
      {STATUS_FILTERS.map((value) => tab(text.statusTab[value], value))}
    </fieldset>
  );
}
