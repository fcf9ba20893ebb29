import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { HistoryRow } from '../../../../functions/dashboard/accounts/history.ts';
import type { AccountStatus } from '../../../../functions/merchants/accounts/merchant.ts';
import { accountWords } from '../../accounts/words.ts';
import { Panel } from '../../components/panel.tsx';
import { Loading } from '../../components/states.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { commonWords } from '../../i18n/shared-words.ts';
import type { Scanned } from '../../lists/use-list.ts';
import { useActorName } from '../../session/session-context.ts';

/** Changes of an account, newest first: what, when, who, why, and what was before and after. */
export function AccountHistory({ list }: { list: Scanned<HistoryRow> }) {
  const text = useWords(accountWords);
  const common = useWords(commonWords);
  return (
    <Panel title={text.history} description={text.historyWhat}>
      <Loading of={list}>
        {() => (
          <SpaceBetween size="m">
            <ol className="plain-list">
              {list.rows.map((entry) => (
                <li key={entry.number}>
                  <Entry entry={entry} />
                </li>
              ))}
            </ol>
            {!list.isComplete && !list.error && (
              <Button loading={list.isLoading} onClick={list.more}>
                {common.loadMore}
              </Button>
            )}
          </SpaceBetween>
        )}
      </Loading>
    </Panel>
  );
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function Entry({ entry: { action, at, who, why, before, after } }: { entry: HistoryRow }) {
  const text = useWords(accountWords);
  const { yes, no } = useWords(commonWords);
  const format = useFormat();
  const actorName = useActorName();
  const names = (Object.keys(text.facts) as (keyof typeof text.facts)[]).filter((name) => before[name] !== after[name]);
  const noFact: Record<string, string> = text.noFact;
  const word = (name: string, value: HistoryRow['after'][string] | undefined) => {
    if (value === null || value === undefined) return noFact[name] ?? '–';
    if (typeof value === 'boolean') return value ? yes : no;
    if (name === 'accountStatus') return text.status[value as AccountStatus] ?? value;
    return ISO_TIME.test(String(value)) ? format.time(String(value)) : String(value);
  };
  const line = (name: keyof typeof text.facts) => {
    // What it was before is stored nowhere.
    if (name === 'contactChanged') return text.facts[name];
    const now = word(name, after[name]);
    return `${text.facts[name]}: ${before[name] === undefined ? now : `${word(name, before[name])} → ${now}`}`;
  };
  return (
    <>
      <Box variant="strong">{text.actions[action]}</Box>
      <Box color="text-body-secondary">
        {format.time(at)} · {text.by(actorName(who))}
      </Box>
      {why !== null && <div className="note">“{why}”</div>}
      {names.map((name) => (
        <Box key={name} variant="small" display="block">
          <span className="note">{line(name)}</span>
        </Box>
      ))}
    </>
  );
}
