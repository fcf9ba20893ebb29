import { useMemo } from 'react';
import { serviceNow } from '../../api/service-time.ts';
import { useFormat, useLanguage, useText } from '../../i18n/language.ts';
import { today, untilToday } from '../../period/days.ts';
import { filterCount, queryOf, type Search } from '../list/search.ts';
import { ExportModal } from './export-modal.tsx';
import { transactionsSource } from './transactions-source.ts';
import { useMerchantName } from './use-merchant-name.ts';

interface TransactionsExportProps {
  search: Search;
  onClose: () => void;
}

/** The file of what is filtered. */
export function TransactionsExport({ search, onClose }: TransactionsExportProps) {
  const text = useText('csvExport');
  const words = useText('transactions');
  const format = useFormat();
  const { catalogue } = useLanguage();
  const nameOf = useMerchantName();
  const source = useMemo(() => transactionsSource(search, { catalogue, nameOf }), [search, catalogue, nameOf]);
  const { from, to } = untilToday(search, today(serviceNow()));
  return (
    <ExportModal
      source={source}
      fileName={`transactions-${search.by}-${from}-${to}.csv`}
      memoryName={queryOf(search)}
      what={text.what}
      period={text.period(words.find[search.by], format.day(from), format.day(to))}
      filters={text.withFilters(filterCount(search))}
      onClose={onClose}
    />
  );
}
