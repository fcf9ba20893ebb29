import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import { serviceNow } from '../api/service-time.ts';
import { CopyableValue } from '../components/copy-button.tsx';
import { useWords } from '../i18n/language.ts';
import { checkSignatures, type SignatureQuestion, type Verdict } from '../signature/check.ts';
import { signatureCauseWords, signatureWords } from './words.ts';

export type Form = Omit<SignatureQuestion, 'nowMs'>;

const TYPING_PAUSE_MS = 150;

/** A verdict on each signature of a form, after each change. */
export function SignatureVerdicts({ form }: { form: Form }) {
  const text = useWords(signatureWords);
  const causes = useWords(signatureCauseWords);
  const [verdicts, setVerdicts] = useState<Verdict[]>([]);
  useEffect(() => {
    let isStale = false;
    const timer = setTimeout(async () => {
      const found = await checkSignatures({ ...form, nowMs: serviceNow() });
      if (!isStale) setVerdicts(found);
    }, TYPING_PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [form]);
  return (
    <LiveRegion tagName="div">
      <SpaceBetween size="m">
        {verdicts.length === 0 && <Box>{text.waiting}</Box>}
        {verdicts.map(({ header, isMatch, causes: found, expected }) => (
          <Alert
            key={header}
            type={isMatch ? 'success' : 'warning'}
            header={isMatch ? text.match(header) : text.mismatch(header)}
          >
            <SpaceBetween size="xs">
              {isMatch && text.matchWhat}
              {found.map((cause) => (
                <div key={cause}>{causes[cause]}</div>
              ))}
              {!isMatch && expected !== null && (
                <div>
                  <Box variant="awsui-key-label">{text.expected}</Box>
                  <CopyableValue value={expected} what={`${text.expected}: ${header}`} />
                </div>
              )}
            </SpaceBetween>
          </Alert>
        ))}
      </SpaceBetween>
    </LiveRegion>
  );
}
