import '../lists/cells.css';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Steps from '@cloudscape-design/components/steps';
import type { AuditRow } from '../../../functions/dashboard/accounts/history.ts';
import { useText } from '../i18n/language.ts';
import { Moment } from '../lists/cells.tsx';
import { statusIn } from './account-decisions.ts';

/** What was decided of an account, the newest first: who, when, and why. */
export function AccountHistory({ history, isComplete }: { history: readonly AuditRow[]; isComplete: boolean }) {
  const text = useText('accounts');
  const titleOf = ({ action, before, after }: AuditRow) => {
    const from = statusIn(before);
    const to = statusIn(after);
    if (action === 'account.created' || from === undefined || to === undefined) return text.createdEntry;
    return text.changedEntry(text.status[from], text.status[to]);
  };
  return (
    <Container header={<Header variant="h2">{text.history}</Header>}>
      {history.length === 0 ? (
        <Box color="text-body-secondary">{text.historyNone}</Box>
      ) : (
        <Steps
          ariaLabel={text.history}
          steps={history.map((entry) => ({
            status: entry.action === 'account.created' || statusIn(entry.after) === 'active' ? 'success' : 'warning',
            statusIconAriaLabel: text.decision,
            header: (
              <span className="words">
                <Box variant="strong">{titleOf(entry)}</Box>
                <Box variant="small" display="block">
                  <Moment at={entry.at} /> · {text.by(entry.who)}
                </Box>
              </span>
            ),
            details: entry.why === null ? undefined : <span className="note">{entry.why}</span>,
          }))}
        />
      )}
      {!isComplete && <Box color="text-body-secondary">{text.historyPart}</Box>}
    </Container>
  );
}
