import Box from '@cloudscape-design/components/box';
import type { ExportRow } from '../../../../functions/dashboard/transactions/transactions-export.ts';
import { addEuros } from '../../i18n/add-euros.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import type { Summing } from '../../lists/export/export-modal.tsx';
import { exportWords } from '../../lists/words.ts';

/** Sums of transactions; EUR. */
interface TransactionSums {
  count: number;
  /** The amounts of all, whatever their status. */
  euros: number;
  /** Those that were paid, and what was received for them. */
  paid: { count: number; euros: number };
}

/** The sums of what a search finds: of all, and of what is paid in it. */
export const TRANSACTION_SUMMING: Summing<ExportRow, TransactionSums> = {
  none: { count: 0, euros: 0, paid: { count: 0, euros: 0 } },
  add: (sums, rows) => {
    const received = rows.flatMap((row) => row.received ?? []);
    return {
      count: sums.count + rows.length,
      euros: addEuros(sums.euros, ...rows.map(({ amount }) => amount)),
      paid: { count: sums.paid.count + received.length, euros: addEuros(sums.paid.euros, ...received) },
    };
  },
  textOf: (sums) => <SumsText sums={sums} />,
};

function SumsText({ sums: { count, euros, paid } }: { sums: TransactionSums }) {
  const text = useWords(exportWords);
  const format = useFormat();
  return (
    <>
      <Box variant="strong" display="block">
        {text.sum(format.count(count), count === 1, format.euros(euros))}
      </Box>
      <Box display="block">{text.sumPaid(format.count(paid.count), paid.count === 1, format.euros(paid.euros))}</Box>
    </>
  );
}
