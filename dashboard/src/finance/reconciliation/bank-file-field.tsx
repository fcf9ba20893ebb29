import FileUpload from '@cloudscape-design/components/file-upload';
import FormField from '@cloudscape-design/components/form-field';
import { useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { bankFileText } from './bank-file.ts';

/** A bank's file, read in the page. `onChange` gets its text, or undefined where there is none that can be read. */
export function BankFileField({ onChange }: { onChange: (text: string | undefined) => void }) {
  const text = useText('reconciliation');
  const [files, setFiles] = useState<File[]>([]);
  const [problem, setProblem] = useState<string>();
  const choose = async (chosen: File[]) => {
    setFiles(chosen);
    setProblem(undefined);
    onChange(undefined);
    const [file] = chosen;
    if (!file) return;
    const reading = bankFileText(new Uint8Array(await file.arrayBuffer()));
    if (reading.ok) onChange(reading.text);
    else setProblem(text.fileProblem[reading.problem]);
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
