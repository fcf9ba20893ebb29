import Alert, { type AlertProps } from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { CopyableValue } from '../components/copy-button.tsx';
import { useText } from '../i18n/language.ts';
import type { Bytes } from '../signature/bytes.ts';
import type { Verdict } from '../signature/check.ts';
import { hintsOf } from '../signature/hints.ts';
import type { Form } from './signature-form.tsx';
import { useVerdict } from './use-verdict.ts';

export function VerdictView({ form, body }: { form: Form; body: Bytes }) {
  const text = useText('signature');
  const judged = useVerdict(form, body);
  return (
    <Container header={<Header variant="h2">{text.verdict}</Header>}>
      <SpaceBetween size="m">
        <LiveRegion tagName="div">
          {judged ? <VerdictAlert verdict={judged.verdict} form={form} body={body} /> : <Box>{text.waiting}</Box>}
        </LiveRegion>
        {judged && (
          <div>
            <Box variant="awsui-key-label">{text.expected}</Box>
            {judged.expected === null ? text.noKey : <CopyableValue value={judged.expected} what={text.expected} />}
          </div>
        )}
      </SpaceBetween>
    </Container>
  );
}

function VerdictAlert({ verdict, form, body }: { verdict: Verdict; form: Form; body: Bytes }) {
  const text = useText('signature');
  const causes = useText('signatureCauses');
  const hints = useText('signatureHints');
  const seen = verdict.kind === 'match' ? [] : hintsOf(body, form.secret).map((hint) => hints[hint]);
  const alert = (type: AlertProps.Type, header: string, content: ReactNode, points: string[]) => (
    <Alert type={type} header={header}>
      {content}
      {points.length > 0 && (
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
  if (verdict.kind === 'match') return alert('success', text.match, text.matchWhat, []);
  if (verdict.kind === 'cause') {
    return alert(
      'warning',
      text.causeTitle,
      null,
      verdict.causes.map((cause) => causes[cause]),
    );
  }
  if (verdict.kind === 'unreadable') {
    const what = form.header === 'contract' ? text.unreadableContract : text.unreadableStandard;
    return alert('error', text.unreadable, what, seen);
  }
  const tries = <Box variant="small">{text.tries}</Box>;
  return (
    <SpaceBetween size="xs">
      {alert('error', text.unexplained, text.unexplainedWhat, seen)}
      {tries}
    </SpaceBetween>
  );
}
