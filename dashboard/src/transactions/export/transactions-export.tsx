import { useMemo } from 'react';
import type { ExportRow } from '../../../../functions/dashboard/transactions/transactions-export.ts';
import { useMovementTexts } from '../../finance/movements/movement-texts.ts';
import { MovementsExport } from '../../finance/movements/movements-export.tsx';
import { useLanguage, useText } from '../../i18n/language.ts';
import { ExportModal } from '../../lists/export/export-modal.tsx';
import type { ReadPart } from '../../lists/export/use-parts.ts';
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
  const { file } = useMovementTexts();
  const read = useMemo(() => readTransactions(search), [search]);
  if (search.by === 'paid') {
    const { from, to, merchantId } = search;
    const input = { from, to, ...(merchantId !== '' && { merchantId }) };
    return <MovementsExport input={input} filters={file.noFilters} onClose={onClose} />;
  }
  return read && <PeriodExport search={search} onClose={onClose} read={read} />;
}

function PeriodExport({ search, onClose, read }: TransactionsExportProps & { read: ReadPart<ExportRow> }) {
  const text = useText('csvExport');
  const words = useText('transactions');
  const { catalogue } = useLanguage();
  const readerOf = useReader();
  return (
    <ExportModal
      read={read}
      summing={TRANSACTION_SUMMING}
      file={{
        head: csvHead({ catalogue }),
        rowsOf: async (rows) => csvPart(rows, { catalogue, ...(await readerOf(rows)) }),
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
