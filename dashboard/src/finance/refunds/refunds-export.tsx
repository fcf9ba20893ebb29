import { useLanguage } from '../../i18n/language.ts';
import { ExportModal } from '../../lists/export/export-modal.tsx';
import { useReader } from '../../transactions/export/use-reader.ts';
import { type RefundsInput, readRefunds } from './read-refunds.ts';
import { REFUND_SUMMING } from './refund-summing.tsx';
import { useRefundTexts } from './refund-texts.ts';
import { refundsHead, refundsPart } from './refunds-csv.ts';

interface RefundsExportProps {
  input: RefundsInput;
  onClose: () => void;
}

/** The file of a period's refunds. */
export function RefundsExport({ input, onClose }: RefundsExportProps) {
  const text = useRefundTexts();
  const { catalogue } = useLanguage();
  const readerOf = useReader();
  const words = { text, catalogue };
  return (
    <ExportModal
      read={readRefunds(input)}
      summing={REFUND_SUMMING}
      file={{
        head: refundsHead(words),
        rowsOf: async (rows) => refundsPart(rows, { ...words, ...(await readerOf(rows)) }),
      }}
      name="refunds"
      days={input}
      by={text.period}
      what={text.file.what}
      onClose={onClose}
    />
  );
}
