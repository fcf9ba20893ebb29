import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useText } from '../../i18n/language.ts';
import { type Search, STATUS_FILTERS, type StatusFilter } from './search.ts';

const ALL = 'all';

/** One status at a time, or all; the other filters stay. */
export function StatusTabs({ search, onSearch }: { search: Search; onSearch: (search: Search) => void }) {
  const text = useText('transactionList');
  const words = useText('transactions');
  const [only, ...others] = search.statuses;
  return (
    <SegmentedControl
      label={text.statusTabs}
      selectedId={only === undefined ? ALL : others.length > 0 ? null : only}
      options={[
        { id: ALL, text: text.allStatuses },
        ...STATUS_FILTERS.map((status) => ({ id: status, text: words.status[status] })),
      ]}
      onChange={({ detail }) =>
        onSearch({ ...search, statuses: detail.selectedId === ALL ? [] : [detail.selectedId as StatusFilter] })
      }
    />
  );
}
