import { MovementsExport } from '../../finance/movements/movements-export.tsx';
import { movementWords } from '../../finance/movements/words.ts';
import { useLanguage, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { ExportModal } from '../../lists/export/export-modal.tsx';
import { exportWords } from '../../lists/words.ts';
import { filterCount, type ListRequest } from '../list/list-request.ts';
import { readTransactions } from './read-transactions.ts';
import { TRANSACTION_SUMMING } from './transaction-summing.tsx';
import { csvHead, csvPart } from './transactions-csv.ts';
import { useReader } from './use-reader.ts';

interface TransactionsExportProps {
  request: ListRequest;
  onClose: () => void;
}

/** The file of what is filtered, by the day of payment that of the movements of money. */
export function TransactionsExport({ request, onClose }: TransactionsExportProps) {
  const { file } = useWords(movementWords);
  const { merchantId, period } = request;
  if (period.by === 'created') return <CreatedExport request={request} onClose={onClose} />;
  const { from, to } = period;
  const input = { from, to, ...(merchantId !== undefined && { merchantId }) };
  return <MovementsExport input={input} filters={file.noFilters} onClose={onClose} />;
}

function CreatedExport({ request, onClose }: TransactionsExportProps) {
  const text = useWords(exportWords);
  const words = useWords(transactionWords);
  const { language } = useLanguage();
  const readerOf = useReader();
  return (
    <ExportModal
      read={readTransactions(request)}
      summing={TRANSACTION_SUMMING}
      file={{
        head: csvHead(language),
        rowsOf: async (rows) => csvPart(rows, { language, ...(await readerOf(rows)) }),
      }}
      name="transactions-created"
      days={request.period}
      by={words.find.created}
      what={text.what}
      filters={text.withFilters(filterCount(request))}
      onClose={onClose}
    />
  );
}
