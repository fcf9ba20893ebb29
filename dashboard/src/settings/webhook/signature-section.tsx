import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { CopyableValue } from '../../components/copy-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { useWords } from '../../i18n/language.ts';
import { checkSignature, receivedSignature, type SignatureQuestion, type SignatureVerdict } from './signature.ts';
import { signatureWords } from './signature-words.ts';

/** Compares a received signature with the expected one, and says why they differ. All in the browser. */
export function SignatureSection() {
  const text = useWords(signatureWords);
  const [question, setQuestion] = useState<SignatureQuestion>({ header: '', body: '', secret: '' });
  const [isAskedFor, setAskedFor] = useState(false);
  const [answer, setAnswer] = useState<{ to: SignatureQuestion; verdict: SignatureVerdict }>();
  const problems: Record<keyof SignatureQuestion, string> = {
    header: receivedSignature(question.header) === undefined ? text.headerMissing : '',
    body: question.body === '' ? text.bodyMissing : '',
    secret: question.secret === '' ? text.secretMissing : '',
  };
  const check = async () => {
    setAskedFor(true);
    if (Object.values(problems).some(Boolean)) return;
    setAnswer({ to: question, verdict: await checkSignature(question) });
  };
  // No field hides what is in it: that white space came along is what one wants to see.
  const field = (name: keyof SignatureQuestion, Field: typeof Input | typeof Textarea, hint?: string) => {
    const problem = isAskedFor ? problems[name] : '';
    return (
      <FormField label={text[name]} description={hint} errorText={problem} stretch>
        <Field
          value={question[name]}
          onChange={({ detail }) => setQuestion({ ...question, [name]: detail.value })}
          autoComplete={false}
          spellcheck={false}
          invalid={problem !== ''}
        />
      </FormField>
    );
  };
  return (
    <Panel title={text.title} description={text.what}>
      <SpaceBetween size="m">
        {field('header', Input)}
        {field('body', Textarea, text.bodyHint)}
        {field('secret', Input)}
        <Button onClick={() => void check()}>{text.check}</Button>
        <LiveRegion tagName="div">{answer?.to === question && <Verdict {...answer.verdict} />}</LiveRegion>
      </SpaceBetween>
    </Panel>
  );
}

function Verdict({ outcome, expected }: SignatureVerdict) {
  const text = useWords(signatureWords);
  const isMatch = outcome === 'match';
  return (
    <Alert type={isMatch ? 'success' : 'warning'} header={isMatch ? text.match : text.mismatch}>
      {text.outcome[outcome]}
      {!isMatch && (
        <div>
          <Box variant="awsui-key-label">{text.expected}</Box>
          <CopyableValue value={expected} what={text.expected} />
        </div>
      )}
    </Alert>
  );
}
