import '../lists/cells.css';
import Box from '@cloudscape-design/components/box';
import Steps, { type StepsProps } from '@cloudscape-design/components/steps';
import type { AuditRow } from '../../../functions/dashboard/accounts/history.ts';
import { Panel } from '../components/panel.tsx';
import { useWords } from '../i18n/language.ts';
import { Moment } from '../lists/cells.tsx';
import { companyWords } from '../settings/account/company-words.ts';
import { statusIn } from './account-decisions.ts';
import { accountsWords } from './words.ts';

/** How an account came to be, what was decided of it and what its company was, the newest first: who, when, and why. */
export function AccountHistory({ history, isComplete }: { history: readonly AuditRow[]; isComplete: boolean }) {
  const text = useWords(accountsWords);
  const company = useWords(companyWords);
  const titleOf = ({ action, before, after }: AuditRow) => {
    if (action === 'account.company') return company.changed;
    const from = statusIn(before);
    const to = statusIn(after);
    if (action === 'account.created' || from === undefined || to === undefined) return text.createdEntry;
    return text.changedEntry(text.status[from], text.status[to]);
  };
  const companyIn = ({ company: name, nif }: AuditRow['after']) =>
    name === null ? company.notGiven.name : `${name}, ${company.nif} ${nif}`;
  const detailsOf = ({ action, before, after, why }: AuditRow) => {
    if (action !== 'account.company') return why;
    const [from, to] = [companyIn(before), companyIn(after)];
    return from === to ? company.contactChanged : text.changedEntry(from, to);
  };
  return (
    <Panel title={text.history}>
      {history.length === 0 ? (
        <Box color="text-body-secondary">{text.historyNone}</Box>
      ) : (
        <Steps
          ariaLabel={text.history}
          steps={history.map((entry) => ({
            status: toneOf(entry),
            statusIconAriaLabel: entry.action === 'account.status' ? text.decision : text.change,
            header: (
              <span className="words">
                <Box variant="strong">{titleOf(entry)}</Box>
                <Box variant="small" display="block">
                  <Moment at={entry.at} /> · {text.by(entry.who)}
                </Box>
              </span>
            ),
            details: detailsOf(entry) && <span className="note">{detailsOf(entry)}</span>,
          }))}
        />
      )}
      {!isComplete && <Box color="text-body-secondary">{text.historyPart}</Box>}
    </Panel>
  );
}

function toneOf({ action, after }: AuditRow): StepsProps.Status {
  if (action === 'account.company') return 'info';
  return action === 'account.created' || statusIn(after) === 'active' ? 'success' : 'warning';
}
