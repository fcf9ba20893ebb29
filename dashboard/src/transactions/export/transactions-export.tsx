import { useMemo } from 'react';
import { call } from '../../api/client.ts';
import { serviceNow } from '../../api/service-time.ts';
import { useFormat, useLanguage, useText } from '../../i18n/language.ts';
import { today, untilToday } from '../../period/days.ts';
import { filterCount, filtersOf, periodOf, queryOf, type Search } from '../list/search.ts';
import { ExportModal } from './export-modal.tsx';
import { csvHead, csvPart } from './transactions-csv.ts';
import type { PartRequest } from './use-export.ts';
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
  const source = useMemo(() => {
    const csvWords = { catalogue, nameOf };
    const { merchantId } = search;
    const filters = filtersOf(search);
    return {
      head: csvHead(csvWords),
      part: async ({ cursor, exportedAt }: PartRequest, signal: AbortSignal) => {
        const period = periodOf(search);
        if (!period) throw new Error('an export needs a period');
        const { transactions, ...part } = await call(
          'POST /transactions/export',
          {
            ...{ period, filters },
            ...(merchantId !== '' && { merchantId }),
            ...(exportedAt !== undefined && { exportedAt }),
            ...(cursor !== null && { cursor }),
          },
          signal,
        );
        return { ...part, text: csvPart(transactions, csvWords) };
      },
    };
  }, [search, catalogue, nameOf]);
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
