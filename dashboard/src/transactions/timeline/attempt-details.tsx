import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { SIGNATURE_HEADERS, type TimelineEntry } from '../../../../functions/dashboard/transactions/timeline/entry.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { visibleLines } from '../../i18n/format.ts';
import { useWords } from '../../i18n/language.ts';
import { Small } from '../../lists/cells.tsx';
import { readable } from './timeline-line.ts';
import { timelineWords } from './words.ts';

type Entry = Extract<TimelineEntry, { kind: 'webhook-attempt' }>;
type Attempt = Pick<Entry, 'headers' | 'answer' | 'statusCode'>;

/** What one attempt sent and what came back. */
export function AttemptDetails({ attempt, payload }: { attempt: Attempt; payload: string | undefined }) {
  const words = useWords(timelineWords);
  const { headers, answer, statusCode } = attempt;
  const headerText = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  return (
    <ExpandableSection variant="inline" headerText={words.details}>
      <SpaceBetween size="s">
        <Titled title={words.headers} actions={<CopyButton value={headerText} what={words.headers} />}>
          <pre className="code-block wraps">{headerText}</pre>
          <Small>
            {words.signatures} {SIGNATURE_HEADERS.join(', ')}
          </Small>
        </Titled>
        {payload !== undefined && <Payload payload={payload} />}
        {statusCode !== null && (
          <Titled title={words.answer}>
            {answer ? (
              <pre className="code-block wraps">{visibleLines(answer)}</pre>
            ) : (
              <Small>{answer === null ? words.answerNone : words.answerEmpty}</Small>
            )}
          </Titled>
        )}
      </SpaceBetween>
    </ExpandableSection>
  );
}

/** The bytes that every attempt sends, folded up. */
export function PayloadDetails({ payload }: { payload: string }) {
  const words = useWords(timelineWords);
  return (
    <ExpandableSection variant="inline" headerText={words.payload}>
      <Payload payload={payload} />
    </ExpandableSection>
  );
}

/** To be read; the button copies the bytes as they are sent. */
function Payload({ payload }: { payload: string }) {
  const words = useWords(timelineWords);
  const bytes = new TextEncoder().encode(payload).length;
  return (
    <Titled title={words.payload} actions={<CopyButton value={payload} what={words.payload} />}>
      <pre className="code-block wraps">{visibleLines(readable(payload))}</pre>
      <Small>{words.payloadBytes(bytes)}</Small>
    </Titled>
  );
}

function Titled({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <SpaceBetween direction="horizontal" size="xxs" alignItems="center">
        <Box variant="awsui-key-label">{title}</Box>
        {actions}
      </SpaceBetween>
      {children}
    </div>
  );
}
