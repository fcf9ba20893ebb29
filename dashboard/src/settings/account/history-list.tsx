import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';
import type { AuditRow } from '../../../../functions/dashboard/accounts/history.ts';
import type { AccountStatus } from '../../../../functions/merchants/accounts/merchant.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { commonWords } from '../../i18n/shared-words.ts';
import { useActorName } from '../../session/session-context.ts';
import { type FactChange, factChanges } from './fact-changes.ts';
import { accountWords } from './words.ts';

/** Changes of an account, newest first: what, when, who, why, and what was before and after. */
export function AuditList({ entries }: { entries: AuditRow[] }) {
  return (
    <ol className="plain-list">
      {entries.map((entry) => (
        <li key={entry.number}>
          <AuditEntry entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function AuditEntry({ entry }: { entry: AuditRow }) {
  const text = useWords(accountWords);
  const format = useFormat();
  const actorName = useActorName();
  // A name of our own set-up.
  const changes = factChanges(entry.before, entry.after).filter(({ name }) => name !== 'bankAccount');
  const names = Object.keys(text.facts);
  changes.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  return (
    <>
      <Box variant="strong">{text.actions[entry.action]}</Box>
      <Box color="text-body-secondary">
        {format.time(entry.at)} · {text.by(actorName(entry.who))}
      </Box>
      {entry.why !== null && <Box>“{entry.why}”</Box>}
      {changes.map((change) => (
        <Change key={change.name} change={change} />
      ))}
    </>
  );
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function Change({ change: { name, before, after } }: { change: FactChange }) {
  const text = useWords(accountWords);
  const { yes, no } = useWords(commonWords);
  const format = useFormat();
  const facts: Record<string, string> = text.facts;
  const missing: Record<string, string> = text.noFact;
  const word = (value: FactChange['after']) => {
    if (value === null || value === undefined) return missing[name] ?? '–';
    if (typeof value === 'boolean') return value ? yes : no;
    if (name === 'accountStatus') return text.statuses[value as AccountStatus] ?? value;
    return ISO_TIME.test(String(value)) ? format.time(String(value)) : String(value);
  };
  // What it was before is stored nowhere.
  if (name === 'contactChanged') return <ChangeLine>{text.facts[name]}</ChangeLine>;
  const values = before === undefined ? word(after) : text.from(word(before), word(after));
  return (
    <ChangeLine>
      {facts[name] ?? name}: {values}
    </ChangeLine>
  );
}

function ChangeLine({ children }: { children: ReactNode }) {
  return (
    <Box variant="small" display="block">
      <span className="note">{children}</span>
    </Box>
  );
}
