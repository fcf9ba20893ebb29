import { useLanguage, useWords } from '../../i18n/language.ts';
import { ExportModal } from '../../lists/export/export-modal.tsx';
import { useReader } from '../../transactions/export/use-reader.ts';
import { MOVEMENT_SUMMING } from './movement-summing.tsx';
import { movementsHead, movementsPart } from './movements-csv.ts';
import { type MovementsInput, readMovements } from './read-movements.ts';
import { movementWords } from './words.ts';

interface MovementsExportProps {
  input: MovementsInput;
  /** What the file leaves aside. */
  filters?: string;
  onClose: () => void;
}

/** The file of a period's movements. */
export function MovementsExport({ input, filters, onClose }: MovementsExportProps) {
  const text = useWords(movementWords);
  const { language } = useLanguage();
  const readerOf = useReader();
  return (
    <ExportModal
      read={readMovements(input)}
      summing={MOVEMENT_SUMMING}
      file={{
        head: movementsHead(language),
        rowsOf: async (rows) => movementsPart(rows, { language, ...(await readerOf(rows)) }),
      }}
      name="movements"
      days={input}
      by={text.period}
      what={text.file.what}
      {...(filters !== undefined && { filters })}
      onClose={onClose}
    />
  );
}
