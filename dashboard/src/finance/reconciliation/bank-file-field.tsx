import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import FileUpload from '@cloudscape-design/components/file-upload';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { type BankFileProblem, bankFileText } from '../../../../functions/finance/bank-file/problem.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { type ReadFile, readFile } from './bank-file.ts';
import { reconciliationWords } from './words.ts';

const PROBLEMS_SHOWN = 20;

/** A bank's file, read in the page. `onChange` gets undefined where there is none, or it is refused. */
export function BankFileField({ onChange }: { onChange: (file: ReadFile | undefined) => void }) {
  const text = useWords(reconciliationWords);
  const [files, setFiles] = useState<File[]>([]);
  const [problems, setProblems] = useState<readonly BankFileProblem[]>([]);
  const choose = async (chosen: File[]) => {
    const [file] = chosen;
    setFiles(chosen);
    const read = file ? readFile(new Uint8Array(await file.arrayBuffer())) : [];
    const isFile = 'lines' in read;
    setProblems(isFile ? [] : read);
    onChange(isFile ? read : undefined);
  };
  return (
    <SpaceBetween size="s">
      <FormField label={text.file} description={text.fileHint} stretch>
        <FileUpload
          value={files}
          onChange={({ detail }) => void choose(detail.value)}
          accept=".csv,.txt,text/csv,text/plain"
          showFileSize
        />
      </FormField>
      {problems.length > 0 && <Refused problems={problems} />}
    </SpaceBetween>
  );
}

function Refused({ problems }: { problems: readonly BankFileProblem[] }) {
  const text = useWords(reconciliationWords);
  const format = useFormat();
  const more = problems.length - PROBLEMS_SHOWN;
  const sentences = problems.slice(0, PROBLEMS_SHOWN).map((problem) => bankFileText(problem, text.problems));
  return (
    <Alert type="error" header={text.refused}>
      <ul>
        {[...new Set(sentences)].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {more > 0 && <Box>{text.more(format.count(more))}</Box>}
    </Alert>
  );
}
