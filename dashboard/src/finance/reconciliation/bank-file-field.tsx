import FileUpload from '@cloudscape-design/components/file-upload';
import FormField from '@cloudscape-design/components/form-field';
import { useState } from 'react';
import { decodeBankFile } from '../../../../functions/finance/reconciliation/bank-file-text.ts';
import { MAX_BANK_FILE_BYTES } from './bank-file.ts';
import { useReconciliationTexts } from './reconciliation-texts.ts';

/** A bank's file, read in the page. `onChange` gets its text, or undefined where there is none that can be read. */
export function BankFileField({ onChange }: { onChange: (text: string | undefined) => void }) {
  const text = useReconciliationTexts();
  const [files, setFiles] = useState<File[]>([]);
  const [problem, setProblem] = useState<string>();
  const choose = async (chosen: File[]) => {
    setFiles(chosen);
    setProblem(undefined);
    onChange(undefined);
    const [file] = chosen;
    if (!file) return;
    if (file.size > MAX_BANK_FILE_BYTES) return setProblem(text.fileTooLarge);
    const reading = decodeBankFile(new Uint8Array(await file.arrayBuffer()));
    if (reading.ok) onChange(reading.value);
    else setProblem(text.fileUnread(text.fileProblems[reading.problem.code]));
  };
  return (
    <FormField label={text.file} description={text.fileHint} stretch>
      <FileUpload
        value={files}
        onChange={({ detail }) => void choose(detail.value)}
        accept=".csv,.txt,text/csv,text/plain"
        showFileSize
        errorText={problem}
        i18nStrings={{
          uploadButtonText: () => text.fileChoose,
          dropzoneText: () => text.fileDrop,
          removeFileAriaLabel: () => text.fileRemove,
          errorIconAriaLabel: text.error,
        }}
      />
    </FormField>
  );
}
