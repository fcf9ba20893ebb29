import { useMemo } from 'react';
import type { ExportRow } from '../../../../functions/dashboard/transactions/transactions-export.ts';
import { MovementsExport } from '../../finance/movements/movements-export.tsx';
import { movementWords } from '../../finance/movements/words.ts';
import { useLanguage, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { ExportModal } from '../../lists/export/export-modal.tsx';
import type { ReadPart } from '../../lists/export/use-parts.ts';
import { exportWords } from '../../lists/words.ts';
import { filterCount, type Search } from '../list/search.ts';
import { readTransactions } from './read-transactions.ts';
import { TRANSACTION_SUMMING } from './transaction-summing.tsx';
import { csvHead, csvPart } from './transactions-csv.ts';
import { useReader } from './use-reader.ts';

interface TransactionsExportProps {
  search: Search;
  onClose: () => void;
}

/** The file of what is filtered, by the day of payment that of the movements of money; nothing for a search by id. */
export function TransactionsExport({ search, onClose }: TransactionsExportProps) {
  const { file } = useWords(movementWords);
  const read = useMemo(() => readTransactions(search), [search]);
  if (search.by === 'paid') {
    const { from, to, merchantId } = search;
    const input = { from, to, ...(merchantId !== '' && { merchantId }) };
    return <MovementsExport input={input} filters={file.noFilters} onClose={onClose} />;
  }
  return read && <PeriodExport search={search} onClose={onClose} read={read} />;
}

function PeriodExport({ search, onClose, read }: TransactionsExportProps & { read: ReadPart<ExportRow> }) {
  const text = useWords(exportWords);
  const words = useWords(transactionWords);
  const { language } = useLanguage();
  const readerOf = useReader();
  return (
    <ExportModal
      read={read}
      summing={TRANSACTION_SUMMING}
      file={{
        head: csvHead(language),
        rowsOf: async (rows) => csvPart(rows, { language, ...(await readerOf(rows)) }),
      }}
      name={`transactions-${search.by}`}
      days={search}
      by={words.find[search.by]}
      what={text.what}
      filters={text.withFilters(filterCount(search))}
      onClose={onClose}
    />
  );
}
