import Box from '@cloudscape-design/components/box';
import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { MovementsExport } from '../../finance/movements/movements-export.tsx';
import { movementWords } from '../../finance/movements/words.ts';
import { addEuros } from '../../i18n/add-euros.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { ExportModal } from '../../lists/export/export-modal.tsx';
import { useWholeList } from '../../lists/export/use-whole-list.ts';
import { exportWords } from '../../lists/words.ts';
import { filterCount, type ListRequest } from '../list/list-request.ts';
import { transactionsCsv } from './transactions-csv.ts';

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
  const { period, ...filtered } = request;
  const list = useWholeList('POST /me/transactions/search', { find: { period }, ...filtered }, period);
  return (
    <ExportModal
      list={list}
      csvOf={transactionsCsv}
      sumsOf={(rows) => <Sums rows={rows} />}
      name="transactions-created"
      days={period}
      by={words.find.created}
      what={text.what}
      filters={text.withFilters(filterCount(request))}
      onClose={onClose}
    />
  );
}

/** The amounts of all, and what was received for those that were paid. */
function Sums({ rows }: { rows: readonly TransactionRow[] }) {
  const text = useWords(exportWords);
  const format = useFormat();
  const received = rows.flatMap((row) => row.received ?? []);
  const sum = (of: typeof text.sum, euros: readonly number[]) =>
    of(format.count(euros.length), euros.length === 1, format.euros(addEuros(euros)));
  return (
    <>
      <Box variant="strong" display="block">
        {sum(
          text.sum,
          rows.map(({ amount }) => amount),
        )}
      </Box>
      <Box display="block">{sum(text.sumPaid, received)}</Box>
    </>
  );
}
