import '../../lists/cells.css';
import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import Steps, { type StepsProps } from '@cloudscape-design/components/steps';
import type { ReactNode } from 'react';
import type { TimelineEntry } from '../../../../functions/dashboard/transactions/timeline/entry.ts';
import { lisbonDayName } from '../../../../functions/runtime/lisbon-day.ts';
import { serviceNow } from '../../api/service-time.ts';
import { hrefOf } from '../../components/inner-links.ts';
import { Panel } from '../../components/panel.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { outcomeWords } from '../../i18n/sentences.ts';
import { moneyWords, transactionWords } from '../../i18n/shared-words.ts';
import { Moment, Small } from '../../lists/cells.tsx';
import { isStaff, useActorName, useMe } from '../../session/session-context.ts';
import { detailWords } from '../detail/words.ts';
import { AttemptDetails, PayloadDetails } from './attempt-details.tsx';
import { anchorOf, type Line, lineOf } from './timeline-line.ts';
import { timelineWords } from './words.ts';

// Below this two things count as one moment.
const WORTH_TELLING_MS = 1;

/** The events of a transaction, the oldest first, each step with its time and what is known of it. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const text = useWords(detailWords);
  const shared = useWords(transactionWords);
  const money = useWords(moneyWords);
  const words = useWords(timelineWords);
  const format = useFormat();
  const outcomes = useWords(outcomeWords);
  const me = useMe();
  const actorName = useActorName();
  const voice = { words, shared, money, outcomes, format, isStaff: isStaff(me), actorName, nowMs: serviceNow() };
  const steps = entries.map((entry, index): StepsProps.Step => {
    const line = lineOf(entry, voice);
    const before = entries[index - 1];
    return {
      status: line.tone,
      statusIconAriaLabel: words.tone[line.tone],
      header: (
        <span className="words note" {...(entry.kind === 'exception' && { id: anchorOf(entry), tabIndex: -1 })}>
          <Box variant="strong">{line.title}</Box>
          <When at={entry.at} before={before?.at} />
        </span>
      ),
      details: <Details entry={entry} line={line} payload={payloadOf(entry, entries)} />,
    };
  });
  return (
    <Panel title={text.timeline} description={shared.lisbon}>
      <Steps steps={steps} ariaLabel={text.timeline} />
    </Panel>
  );
}

/** When it was, and how long after the step before. */
function When({ at, before }: { at: string; before: string | undefined }) {
  const words = useWords(timelineWords);
  const format = useFormat();
  const sinceMs = before === undefined ? 0 : Date.parse(at) - Date.parse(before);
  const isOfSameDay = before !== undefined && dayOf(before) === dayOf(at);
  return (
    <Small>
      <Moment at={at} form={isOfSameDay ? 'clock' : 'full'} />
      {sinceMs >= WORTH_TELLING_MS && ` · ${words.after(format.duration(sinceMs))}`}
    </Small>
  );
}

function Details({
  entry,
  line,
  payload,
}: {
  entry: TimelineEntry;
  line: Line;
  payload: string | undefined;
}): ReactNode {
  const words = useWords(timelineWords);
  return (
    <>
      {line.notes.map((note) => (
        <Box key={note} color="text-body-secondary">
          <span className="words note">{note}</span>
        </Box>
      ))}
      {entry.kind === 'exception' && entry.siblingId !== null && (
        <Link href={hrefOf(`/transactions/${entry.siblingId}`)}>{words.other}</Link>
      )}
      {entry.kind === 'webhook' && <PayloadDetails payload={entry.payload} />}
      {entry.kind === 'webhook-attempt' && <AttemptDetails attempt={entry} payload={payload} />}
    </>
  );
}

/** The payload of an attempt, which is stored with the start of its delivery. */
function payloadOf(entry: TimelineEntry, entries: readonly TimelineEntry[]): string | undefined {
  if (entry.kind !== 'webhook-attempt') return undefined;
  const { eventId, resends } = entry;
  const begun = entries.find((each) => each.kind === 'webhook' && each.eventId === eventId && each.resends === resends);
  return begun?.kind === 'webhook' ? begun.payload : undefined;
}

function dayOf(at: string): string {
  return lisbonDayName(Date.parse(at));
}
